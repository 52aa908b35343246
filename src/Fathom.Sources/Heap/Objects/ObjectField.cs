namespace Fathom.Sources.Heap.Objects;

/// <summary>One value of an object that is shown: a field, a field of a struct in it, or an element.</summary>
/// <param name="Position">Its place among the fields, or the number of the element.</param>
/// <param name="IsElement">Whether it is an element of an array or collection, and no field.</param>
/// <param name="Name">Name of the field, with those of the structs around it; <c>[3]</c> or <c>[key]</c> for an element.</param>
/// <param name="Type">Declared type; null where the runtime does not tell.</param>
/// <param name="Value">The value as text; null where it cannot be read.</param>
/// <param name="Reference">Address of the object that it refers to; null for values, and for references to none.</param>
/// <param name="Address">Address of the value.</param>
/// <param name="DeclaredBy">The class that declares the field; null for elements.</param>
internal readonly record struct ObjectField(int Position, bool IsElement, string Name, string? Type, string? Value, ulong? Reference, ulong Address, string? DeclaredBy);
