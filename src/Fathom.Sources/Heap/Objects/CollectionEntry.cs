namespace Fathom.Sources.Heap.Objects;

/// <summary>One element of a collection.</summary>
/// <param name="Index">Its place in the order of enumeration, from 0.</param>
/// <param name="Key">The key; without a shape for collections without keys.</param>
/// <param name="Value">The value.</param>
internal readonly record struct CollectionEntry(int Index, ValuePlace Key, ValuePlace Value);
