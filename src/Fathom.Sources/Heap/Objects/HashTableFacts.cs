namespace Fathom.Sources.Heap.Objects;

/// <summary>The inside of one Dictionary or HashSet. What it says of itself is checked against its arrays; its chains are not walked.</summary>
/// <param name="Buckets">Array of Int32: index of the first entry of each bucket plus 1, or 0. Without a shape where nothing was ever added.</param>
/// <param name="Entries">The entries. Without a shape where nothing was ever added.</param>
/// <param name="Shape">Where the parts of an entry are; null where nothing was ever added.</param>
/// <param name="UsedCount">Entries that were ever used since the last clear: those before this index are filled or on the free list.</param>
/// <param name="FreeList">Index of the first free entry, or -1. Without a meaning while <paramref name="FreeCount"/> is 0.</param>
/// <param name="FreeCount">Entries on the free list.</param>
internal readonly record struct HashTableFacts(ArrayFacts Buckets, ArrayFacts Entries, HashEntryShape? Shape, int UsedCount, int FreeList, int FreeCount)
{
    /// <summary>Elements that it holds.</summary>
    public int Count => UsedCount - FreeCount;
}
