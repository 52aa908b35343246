namespace Fathom.Sources.Heap.Objects;

/// <summary>What one collection of the target says of itself.</summary>
/// <param name="Count">Elements that it holds.</param>
/// <param name="Capacity">Elements that its backing array can hold; the number of buckets of a ConcurrentDictionary; 0 for trees.</param>
/// <param name="Backing">The array that holds the elements (of a ConcurrentDictionary: the buckets); without a shape where there is none.</param>
internal readonly record struct CollectionFacts(int Count, int Capacity, ArrayFacts Backing);
