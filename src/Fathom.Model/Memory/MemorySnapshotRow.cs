using Fathom.Model.Tables;

namespace Fathom.Model.Memory;

/// <summary>One look at all memory of a process, with the kernel's own sums to compare with.</summary>
[Table("memory_snapshot", "memory", "snapshot_id")]
public readonly partial record struct MemorySnapshotRow(
    [Column("Number of the snapshot in the recording.")] uint SnapshotId,
    [Column("The process, as numbered in the process table.")] uint ProcessId,
    [Column("When it was taken: nanoseconds since recording start.")] long TsNs,
    [Column("How the target was read: proc (files of /proc only), runtime (its memory was read too, while it ran) or stop; vmmap for a file of "
        + "that program, core for a core without its recording.")]
    TextId Intrusion,
    [Column("Estimate made before a stop, in nanoseconds; absent where the target was not stopped.")] long? ExpectedPauseNs,
    [Column("How long the target was stopped, in nanoseconds, measured; absent where it was not.")] long? PauseNs,
    [Column("Mappings (VMAs); vm.max_map_count limits them.")] int MappingCount,
    [Column("Threads.")] int ThreadCount,
    [Column("Resident bytes as the kernel sums them, in smaps_rollup; absent where the source does not report it.")] long? KernelRssBytes,
    [Column("Resident bytes with shared pages divided by their users, as smaps_rollup sums them.")] long? KernelPssBytes,
    [Column("Swapped bytes as smaps_rollup sums them.")] long? KernelSwapBytes,
    [Column("Resident bytes as in status (VmRSS): counted per thread and summed with delay, so it may be some pages off.")] long? StatusRssBytes,
    [Column("The anonymous part, as in status (RssAnon).")] long? StatusRssAnonBytes,
    [Column("The part of files, as in status (RssFile).")] long? StatusRssFileBytes,
    [Column("The part of shared memory, as in status (RssShmem).")] long? StatusRssShmemBytes,
    [Column("The snapshot of the managed heap that was taken in the same stop, in table heap_snapshot; absent where there was none.")]
    uint? HeapSnapshotId = null);
