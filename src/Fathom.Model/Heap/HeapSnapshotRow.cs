using Fathom.Model.Tables;

namespace Fathom.Model.Heap;

/// <summary>One look at a managed heap, with the balance of what was walked against what must hold objects.</summary>
/// <remarks>
/// <c>allocated_bytes = allocation_context_bytes + walked_bytes + lost_bytes</c> holds for every snapshot: whatever the walk
/// could not account for is in <c>lost_bytes</c>, never dropped.
/// </remarks>
[Table("heap_snapshot", "heap", "snapshot_id")]
public readonly partial record struct HeapSnapshotRow(
    [Column("Number of the snapshot in the recording.")] uint SnapshotId,
    [Column("The process, as numbered in the process table.")] uint ProcessId,
    [Column("When the target was stopped, or the dump was read: nanoseconds since recording start.")] long TsNs,
    [Column("live, core or gcdump.")] TextId Source,
    [Column("workstation or server; absent for a gcdump.", Nullable = true)] TextId GcMode,
    [Column("GC heaps; 1 in workstation mode; absent for a gcdump.")] int? HeapCount,
    [Column("Whether the GC works with regions instead of segments; absent for a gcdump.")] bool? Regions,
    [Column("Whether the GC adapts its heap count to the load (DATAS); absent where the runtime does not report it.")] bool? DynamicAdaptation,
    [Column("Estimate made before the stop, in nanoseconds; absent for a dump.")] long? ExpectedPauseNs,
    [Column("How long the target was stopped, in nanoseconds, measured; absent for a dump.")] long? PauseNs,
    [Column("Memory that the GC has committed for the segments; absent for a gcdump.")] long? CommittedBytes,
    [Column("Sum of the ranges that must hold objects, free blocks or allocation contexts; of a gcdump, the objects in the file.")]
    long AllocatedBytes,
    [Column("Unused rest of the threads' allocation contexts; it holds no objects and is skipped.")] long AllocationContextBytes,
    [Column("Objects and free blocks that were walked.")] long WalkedBytes,
    [Column("Part of allocated_bytes that could not be read or made no sense; each range is in the loss table.")] long LostBytes);
