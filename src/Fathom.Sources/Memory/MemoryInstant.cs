namespace Fathom.Sources.Memory;

/// <summary>What a look at memory must see of one moment: the mappings with their resident pages, who owns them, and the kernel's sums.</summary>
/// <param name="Mappings">All mappings, in address order.</param>
/// <param name="Pieces">The mappings divided among their owners.</param>
/// <param name="Rollup">The sums of smaps_rollup.</param>
/// <param name="Status">The sums of status.</param>
/// <param name="ThreadCount">Threads.</param>
/// <param name="MissingStacks">Threads whose stack was not found.</param>
internal sealed record MemoryInstant(
    List<Mapping> Mappings, IReadOnlyList<MemoryPiece> Pieces, MemorySums Rollup, MemorySums Status, int ThreadCount, int MissingStacks);
