namespace Fathom.Sources.Memory.Malloc;

/// <summary>What the chunks of a heap add up to, by their heads; bytes with heads. What a thread's cache or a fast bin holds is in use by these.</summary>
internal struct ChunkSums
{
    /// <summary>Chunks in use.</summary>
    public long InUseCount { get; set; }

    /// <summary>Free bytes, with those at the end of the heap.</summary>
    public long FreeBytes { get; set; }

    /// <summary>Free chunks.</summary>
    public long FreeCount { get; set; }

    /// <summary>The longest of them.</summary>
    public long LargestFreeBytes { get; set; }

    /// <summary>Of <see cref="FreeBytes"/>, those in memory.</summary>
    public long FreeResidentBytes { get; set; }

    /// <summary>Of these, whole pages.</summary>
    public long FreePageBytes { get; set; }

    /// <summary>Bytes of the chunk at the end of the heap.</summary>
    public long TopBytes { get; set; }

    /// <summary>Bytes behind the place up to which the chunks could be followed.</summary>
    public long NotKnownBytes { get; set; }

    /// <summary>Of these, those in memory.</summary>
    public long NotKnownResidentBytes { get; set; }
}
