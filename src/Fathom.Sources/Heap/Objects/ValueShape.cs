using Microsoft.Diagnostics.Runtime;

namespace Fathom.Sources.Heap.Objects;

/// <summary>What stands in a field, an element of an array or a part of a collection's entry. One instance serves all objects of a type.</summary>
/// <param name="ElementType">Kind of the value; <see cref="ClrElementType.Unknown"/> where the runtime does not tell.</param>
/// <param name="TypeName">Declared type; null where the runtime does not tell.</param>
/// <param name="SizeBytes">Bytes that the value takes in its place.</param>
/// <param name="Type">The declared type, for the fields of structs; null where the runtime does not tell.</param>
internal sealed record ValueShape(ClrElementType ElementType, string? TypeName, int SizeBytes, ClrType? Type)
{
    /// <summary>Whether the value is a reference to an object.</summary>
    public bool IsReference =>
        ElementType is ClrElementType.Class or ClrElementType.Object or ClrElementType.String or ClrElementType.SZArray or ClrElementType.Array;

    /// <summary>Whether the value is a struct with fields of its own.</summary>
    public bool IsStruct => ElementType == ClrElementType.Struct;

    /// <summary>The shape of a field's value.</summary>
    public static ValueShape Of(ClrInstanceField field) => new(field.ElementType, field.Type?.Name, field.Size, field.Type);

    /// <summary>The shape of an array's elements.</summary>
    /// <param name="array">Type of the array.</param>
    /// <param name="element">The elements' type; null where the runtime does not tell.</param>
    public static ValueShape OfElements(ClrType array, ClrType? element) =>
        new(element?.ElementType ?? ClrElementType.Unknown, element?.Name, array.ComponentSize, element);
}
