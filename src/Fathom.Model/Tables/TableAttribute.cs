using System.Diagnostics;

namespace Fathom.Model.Tables;

/// <summary>
/// Makes a <c>readonly partial record struct</c> a row of a recorded table. Its summary is the description of the table and its parameters are the
/// columns, each with <see cref="ColumnAttribute"/>; the compiler writes <see cref="IRow{T}"/> from them.
/// </summary>
/// <remarks>It is read while Fathom is compiled and is not in the assembly.</remarks>
/// <param name="name">Name of the table, see <see cref="TableSchema.Name"/>.</param>
/// <param name="group">Its group in the documentation.</param>
/// <param name="sortKey">Names of the columns that each part is sorted by; none keeps the order of writing.</param>
[Conditional("TABLE_DECLARATIONS")]
[AttributeUsage(AttributeTargets.Struct, Inherited = false)]
public sealed class TableAttribute(string name, string group, params string[] sortKey) : Attribute
{
    /// <summary>Name of the table.</summary>
    public string Name => name;

    /// <summary>Its group in the documentation.</summary>
    public string Group => group;

    /// <summary>Names of the columns that each part is sorted by.</summary>
    public IReadOnlyList<string> SortKey => sortKey;
}
