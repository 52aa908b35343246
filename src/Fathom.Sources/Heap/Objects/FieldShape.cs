namespace Fathom.Sources.Heap.Objects;

/// <summary>One field of a type.</summary>
/// <param name="Name">Its name in the source; the name in angle brackets for the field behind an auto-property.</param>
/// <param name="Offset">From the start of the fields: behind the method table of an object, or from the start of a struct.</param>
/// <param name="Value">What stands in it.</param>
/// <param name="DeclaredBy">The type that declares it; null where the runtime does not tell.</param>
internal sealed record FieldShape(string Name, int Offset, ValueShape Value, string? DeclaredBy);
