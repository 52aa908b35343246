using Microsoft.CodeAnalysis;

namespace Fathom.Model.Generators;

/// <summary>A type that a column can have.</summary>
/// <param name="Value">The C# type of one value.</param>
/// <param name="Stored">The name of the storage type in <c>ColumnType</c>.</param>
internal sealed record ColumnKind(string Value, string Stored)
{
    /// <summary>The types of a declaration, for those who wrote another one.</summary>
    public const string Supported = "bool, int, long, uint, ulong, double and their nullable forms, and TextId";

    private const string TextTypeName = "Fathom.Model.Tables.TextId";

    /// <summary>Whether it is a text, whose absence is a value of its own.</summary>
    public bool IsText => Stored == "Text";

    /// <summary>The kind of a type without <c>?</c>; null where no column can have it.</summary>
    public static ColumnKind? Of(ITypeSymbol type) => type.SpecialType switch
    {
        SpecialType.System_Boolean => new("bool", "Boolean"),
        SpecialType.System_Int32 => new("int", "Int32"),
        SpecialType.System_Int64 => new("long", "Int64"),
        SpecialType.System_UInt32 => new("uint", "UInt32"),
        SpecialType.System_UInt64 => new("ulong", "UInt64"),
        SpecialType.System_Double => new("double", "Double"),
        _ => type.ToDisplayString() == TextTypeName ? new("global::" + TextTypeName, "Text") : null,
    };
}
