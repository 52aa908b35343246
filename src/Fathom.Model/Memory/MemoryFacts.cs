using Fathom.Model.Processes;

namespace Fathom.Model.Memory;

/// <summary>How a look at the memory of a process was taken; the header of every view of it.</summary>
public sealed record MemoryFacts : ProcessMoment
{
    /// <summary>The <see cref="HeapDetail"/> of a look that tells live objects from dead ones.</summary>
    public const int LiveDetail = 2;

    /// <summary>The <see cref="Intrusion"/> of a core without the recording that belongs to it, which does not tell which memory was resident.</summary>
    public const string CoreAlone = "core";

    /// <summary>Whether it is of a core alone: sizes are those that are mapped and those that the file holds.</summary>
    public bool IsOfCoreAlone => Intrusion == CoreAlone;

    /// <summary>Number of the look in its recording.</summary>
    public required uint SnapshotId { get; init; }

    /// <summary>How the target was read: proc, runtime or stop; vmmap for a file of that program; <see cref="CoreAlone"/>.</summary>
    public required string Intrusion { get; init; }

    /// <summary>The pause that was estimated before a stop, nanoseconds; null where there was none.</summary>
    public required long? ExpectedPauseNs { get; init; }

    /// <summary>The pause that was measured, nanoseconds; null where there was none.</summary>
    public required long? PauseNs { get; init; }

    /// <summary>How far the managed heap is divided: 0 not, 1 objects and free space, 2 live and dead objects too.</summary>
    public required int HeapDetail { get; init; }

    /// <summary>Whether chunks of malloc were followed, while the process ran.</summary>
    public bool HasMalloc { get; init; }

    /// <summary>Mappings (VMAs).</summary>
    public required long MappingCount { get; init; }

    /// <summary>Threads.</summary>
    public required long ThreadCount { get; init; }

    /// <summary>Resident bytes as smaps_rollup sums them; null where the source does not tell.</summary>
    public required long? KernelRssBytes { get; init; }

    /// <summary>Resident bytes as status has them; null where the source has no such file.</summary>
    public required long? StatusRssBytes { get; init; }
}
