namespace Fathom.Sources.Heap.Segments;

/// <summary>The free blocks in one generation of one segment.</summary>
internal struct FreeSpace
{
    /// <summary>
    /// The least block that the GC puts on a free list, in bytes: twice the smallest object. Smaller ones stay unused until a collection joins them with
    /// their neighbours.
    /// </summary>
    public const ulong LeastListed = 48;

    public long Count;
    public long Bytes;
    public long LargestBytes;

    /// <summary>Bytes in blocks large enough for a free list.</summary>
    public long ListedBytes;

    /// <summary>Adds a block.</summary>
    public void Add(ulong sizeBytes)
    {
        Count++;
        Bytes += (long)sizeBytes;
        LargestBytes = Math.Max(LargestBytes, (long)sizeBytes);
        ListedBytes += sizeBytes >= LeastListed ? (long)sizeBytes : 0;
    }
}
