using Fathom.Sources.Memory.Malloc;

namespace Fathom.Sources.Memory;

/// <summary>What a core alone tells of the memory of its process.</summary>
internal sealed record CoreMemoryReading
{
    public required int MappingCount { get; init; }

    public required int ThreadCount { get; init; }

    /// <summary>In address order. Their resident bytes are those that the file holds: what was resident is not known.</summary>
    public required IReadOnlyList<MemoryPiece> Pieces { get; init; }

    /// <summary>What of malloc's memory is in use and free.</summary>
    public MallocReading Malloc { get; init; } = MallocReading.Nothing;
}
