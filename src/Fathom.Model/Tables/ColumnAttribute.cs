using System.Diagnostics;

namespace Fathom.Model.Tables;

/// <summary>
/// Describes a column of a table. The name of the parameter gives its name (<c>SizeBytes</c> is <c>size_bytes</c>), the type of the parameter its
/// <see cref="ColumnType"/>; a number or truth value that may be absent has a type with <c>?</c>.
/// </summary>
/// <remarks>It is read while Fathom is compiled and is not in the assembly.</remarks>
/// <param name="description">One sentence for <c>docs/schema.md</c>: meaning, and the unit in words.</param>
[Conditional("TABLE_DECLARATIONS")]
[AttributeUsage(AttributeTargets.Parameter)]
public sealed class ColumnAttribute(string description) : Attribute
{
    /// <summary>Meaning, and the unit in words.</summary>
    public string Description => description;

    /// <summary>Whether a text may be absent, as <see cref="TextId.None"/>.</summary>
    public bool Nullable { get; init; }
}
