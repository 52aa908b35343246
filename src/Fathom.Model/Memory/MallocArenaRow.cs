using Fathom.Model.Tables;

namespace Fathom.Model.Memory;

/// <summary>
/// An arena of glibc's malloc, read while the process ran, or of a core. In use, free and not known add up to its size; bytes with the 8 to 16 bytes that malloc keeps of each block.
/// </summary>
[Table("malloc_arena", "memory", "snapshot_id", "arena_id")]
public readonly partial record struct MallocArenaRow(
    [Column("The look.")] uint SnapshotId,
    [Column("Number of the arena in the look, starting at 1: the main one first.")] uint ArenaId,
    [Column("main arena, arena (of threads), or large blocks, which have mappings of their own.")] TextId Name,
    [Column("Where its state is; absent for large blocks, and where it was not found.")] ulong? Address,
    [Column("Threads that allocate from it; absent where that is not known.")] long? ThreadCount,
    [Column("Its heaps, or stretches of large blocks.")] int HeapCount,
    [Column("Bytes that it has from the kernel, resident or not.")] long SizeBytes,
    [Column("Bytes that the program holds, with what malloc keeps of itself; absent where nothing is known.")] long? InUseBytes,
    [Column("Blocks that the program holds; absent where they were not counted.")] long? InUseCount,
    [Column("Bytes that malloc keeps for later.")] long? FreeBytes,
    [Column("Free chunks.")] long? FreeCount,
    [Column("Of free_bytes, those that are resident.")] long? FreeResidentBytes,
    [Column("Of free_resident_bytes, whole pages, which malloc_trim(0) gives back to the kernel; absent for a core, as it.")] long? TrimmableBytes,
    [Column("Of free_bytes, those at the end of heaps.")] long? TopBytes,
    [Column("Of free_bytes, those in caches of threads and in fast bins; absent where they were not found, and part of in_use_bytes then.")] long? CachedBytes,
    [Column("The longest free chunk.")] long? LargestFreeBytes,
    [Column("Bytes that could not be followed, or are not of glibc.")] long NotKnownBytes,
    [Column("Why something is not known; absent where all is.", Nullable = true)] TextId Problem);
