using Fathom.Sources.Machine.Resources;
using Fathom.Sources.Memory.Malloc;

namespace Fathom.Sources.Memory;

/// <summary>Everything that one look at the memory of a process gave.</summary>
internal sealed record MemoryReading
{
    /// <summary>proc, runtime or stop.</summary>
    public required string Intrusion { get; init; }

    /// <summary>The stop, or null where there was none.</summary>
    public MemoryPause? Pause { get; init; }

    public required int MappingCount { get; init; }

    public required int ThreadCount { get; init; }

    /// <summary>In address order.</summary>
    public required IReadOnlyList<MemoryPiece> Pieces { get; init; }

    public required IReadOnlyList<MemoryHolding> Holdings { get; init; }

    /// <summary>What of malloc's memory is in use and free.</summary>
    public MallocReading Malloc { get; init; } = MallocReading.Nothing;

    /// <summary>The sums of smaps_rollup.</summary>
    public required MemorySums Rollup { get; init; }

    /// <summary>The sums of status.</summary>
    public required MemorySums Status { get; init; }

    /// <summary>The control group, or null where there is none.</summary>
    public required CgroupMemory? Cgroup { get; init; }

    /// <summary>What a reader must know to trust the numbers.</summary>
    public required IReadOnlyList<string> Notes { get; init; }
}
