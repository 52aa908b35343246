using Fathom.Model.Processes;

namespace Fathom.Model.Heap;

/// <summary>How a heap snapshot was taken and whether it is whole; the header of every view of it.</summary>
public sealed record HeapSnapshotFacts : ProcessMoment
{
    /// <summary>live, core or gcdump.</summary>
    public required string Source { get; init; }

    /// <summary>workstation or server; null where the source does not tell.</summary>
    public required string? GcMode { get; init; }

    /// <summary>GC heaps; null where the source does not tell.</summary>
    public required long? HeapCount { get; init; }

    /// <summary>The pause that was estimated before the stop, nanoseconds; null for a core.</summary>
    public required long? ExpectedPauseNs { get; init; }

    /// <summary>The pause that was measured, nanoseconds; null for a core.</summary>
    public required long? PauseNs { get; init; }

    /// <summary>Bytes that the heap has committed; null where the source does not tell.</summary>
    public required long? CommittedBytes { get; init; }

    /// <summary>Bytes of the ranges that must hold objects.</summary>
    public required long AllocatedBytes { get; init; }

    /// <summary>Bytes of unused ends of allocation contexts, which hold no objects.</summary>
    public required long AllocationContextBytes { get; init; }

    /// <summary>Bytes of the objects and free blocks that were walked.</summary>
    public required long WalkedBytes { get; init; }

    /// <summary>Bytes that must hold objects and were not walked; 0 for a whole snapshot.</summary>
    public long DifferenceBytes => AllocatedBytes - AllocationContextBytes - WalkedBytes;
}
