using Microsoft.CodeAnalysis;

namespace Fathom.Model.Generators;

/// <summary>A type that a column can have.</summary>
/// <param name="Value">The C# type of one value.</param>
/// <param name="Stored">The name of the storage type in <c>ColumnType</c>.</param>
internal sealed record ColumnKind(string Value, string Stored)
{
    /// <summary>The types of a declaration, for those who wrote another one.</summary>
    public const string Supported = "bool, int, long, uint, ulong, double and their nullable forms, TextId and RawText";

    private const string TextTypeName = "Fathom.Model.Tables.TextId";
    private const string RawTextTypeName = "Fathom.Model.Tables.RawText";

    /// <summary>Whether it is a text, whose absence is a value of its own.</summary>
    public bool IsText => Stored is "Text" or "RawText";

    /// <summary>Whether rows can be sorted by it.</summary>
    public bool HasOrder => Stored != "RawText";

    /// <summary>The kind of a type without <c>?</c>; null where no column can have it.</summary>
    public static ColumnKind? Of(ITypeSymbol type) => type.SpecialType switch
    {
        SpecialType.System_Boolean => new("bool", "Boolean"),
        SpecialType.System_Int32 => new("int", "Int32"),
        SpecialType.System_Int64 => new("long", "Int64"),
        SpecialType.System_UInt32 => new("uint", "UInt32"),
        SpecialType.System_UInt64 => new("ulong", "UInt64"),
        SpecialType.System_Double => new("double", "Double"),
        _ => type.ToDisplayString() switch
        {
            TextTypeName => new("global::" + TextTypeName, "Text"),
            RawTextTypeName => new("global::" + RawTextTypeName, "RawText"),
            _ => null,
        },
    };
}
