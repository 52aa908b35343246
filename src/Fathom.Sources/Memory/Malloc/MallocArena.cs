namespace Fathom.Sources.Memory.Malloc;

/// <summary>An arena of malloc, or its blocks with mappings of their own. In use, free and not known add up to the size; bytes with the heads of chunks.</summary>
internal sealed record MallocArena
{
    /// <summary>main arena, arena or large blocks.</summary>
    public required string Name { get; init; }

    /// <summary>Where its state lies; null for large blocks and where it was not found.</summary>
    public ulong? Address { get; init; }

    /// <summary>Threads that use it; null where that is not known.</summary>
    public long? ThreadCount { get; init; }

    /// <summary>Its heaps.</summary>
    public required int HeapCount { get; init; }

    /// <summary>What it has from the kernel.</summary>
    public required long SizeBytes { get; init; }

    /// <summary>What the program holds, with what malloc keeps of itself; null where nothing is known.</summary>
    public long? InUseBytes { get; init; }

    /// <summary>Blocks that the program holds; null where they were not counted.</summary>
    public long? InUseCount { get; init; }

    /// <summary>Free, with those in caches of threads.</summary>
    public long? FreeBytes { get; init; }

    /// <summary>Free chunks.</summary>
    public long? FreeCount { get; init; }

    /// <summary>Of the free bytes, those in memory.</summary>
    public long? FreeResidentBytes { get; init; }

    /// <summary>Of these, whole pages, which malloc_trim gives back.</summary>
    public long? TrimmableBytes { get; init; }

    /// <summary>Of the free bytes, those at the end of the heaps.</summary>
    public long? TopBytes { get; init; }

    /// <summary>Of the free bytes, those in caches of threads and in fast bins; null where they were not found: they are part of those in use then.</summary>
    public long? CachedBytes { get; init; }

    /// <summary>The longest free chunk.</summary>
    public long? LargestFreeBytes { get; init; }

    /// <summary>What could not be followed.</summary>
    public required long NotKnownBytes { get; init; }

    /// <summary>Why something is not known; null where all is.</summary>
    public string? Problem { get; init; }
}
