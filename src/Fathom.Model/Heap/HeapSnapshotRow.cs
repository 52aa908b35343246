using Fathom.Model.Tables;

namespace Fathom.Model.Heap;

/// <summary>One look at a managed heap and its balance: what must hold objects, what was walked, what was lost.</summary>
/// <remarks>
/// <c>allocated_bytes = allocation_context_bytes + walked_bytes + lost_bytes</c> holds for every snapshot: whatever the walk
/// could not account for is in <c>lost_bytes</c>, never dropped.
/// </remarks>
public readonly record struct HeapSnapshotRow(
    uint SnapshotId,
    uint ProcessId,
    long TsNs,
    TextId Source,
    TextId GcMode,
    int? HeapCount,
    bool? Regions,
    bool? DynamicAdaptation,
    long? ExpectedPauseNs,
    long? PauseNs,
    long? CommittedBytes,
    long AllocatedBytes,
    long AllocationContextBytes,
    long WalkedBytes,
    long LostBytes) : IRow<HeapSnapshotRow>
{
    /// <inheritdoc/>
    public static TableSchema Schema { get; } = new(
        "heap_snapshot",
        "heap",
        "One look at a managed heap, with the balance of what was walked against what must hold objects.",
        [
            new("snapshot_id", ColumnType.UInt32, "Number of the snapshot in the recording."),
            new("process_id", ColumnType.UInt32, "The process, as numbered in the process table."),
            new("ts_ns", ColumnType.Int64, "When the target was stopped, or the dump was read: nanoseconds since recording start."),
            new("source", ColumnType.Text, "live, core or gcdump."),
            new("gc_mode", ColumnType.Text, "workstation or server; absent for a gcdump.", Nullable: true),
            new("heap_count", ColumnType.Int32, "GC heaps; 1 in workstation mode; absent for a gcdump.", Nullable: true),
            new("regions", ColumnType.Boolean, "Whether the GC works with regions instead of segments; absent for a gcdump.", Nullable: true),
            new("dynamic_adaptation", ColumnType.Boolean, "Whether the GC adapts its heap count to the load (DATAS); absent where the runtime does not tell.", Nullable: true),
            new("expected_pause_ns", ColumnType.Int64, "Estimate made before the stop, in nanoseconds; absent for a dump.", Nullable: true),
            new("pause_ns", ColumnType.Int64, "How long the target was stopped, in nanoseconds, measured; absent for a dump.", Nullable: true),
            new("committed_bytes", ColumnType.Int64, "Memory that the GC has committed for the segments; absent for a gcdump.", Nullable: true),
            new("allocated_bytes", ColumnType.Int64, "Sum of the ranges that must hold objects, free blocks or allocation contexts; of a gcdump, the objects in the file."),
            new("allocation_context_bytes", ColumnType.Int64, "Unused rest of the threads' allocation contexts; it holds no objects and is skipped."),
            new("walked_bytes", ColumnType.Int64, "Objects and free blocks that were walked."),
            new("lost_bytes", ColumnType.Int64, "Part of allocated_bytes that could not be read or made no sense; each range is in the loss table."),
        ],
        ["snapshot_id"]);

    /// <inheritdoc/>
    public static void Transpose(ReadOnlySpan<HeapSnapshotRow> rows, in ColumnWriter to)
    {
        Span<uint> snapshotId = to.Column<uint>(0);
        Span<uint> processId = to.Column<uint>(1);
        Span<long> tsNs = to.Column<long>(2);
        Span<TextId> source = to.Column<TextId>(3);
        Span<TextId> gcMode = to.Column<TextId>(4);
        Span<int> heapCount = to.Column<int>(5);
        Span<bool> regions = to.Column<bool>(6);
        Span<bool> dynamicAdaptation = to.Column<bool>(7);
        Span<long> expectedPauseNs = to.Column<long>(8);
        Span<long> pauseNs = to.Column<long>(9);
        Span<long> committedBytes = to.Column<long>(10);
        Span<long> allocatedBytes = to.Column<long>(11);
        Span<long> allocationContextBytes = to.Column<long>(12);
        Span<long> walkedBytes = to.Column<long>(13);
        Span<long> lostBytes = to.Column<long>(14);
        for (int i = 0; i < rows.Length; i++)
        {
            ref readonly HeapSnapshotRow row = ref rows[i];
            snapshotId[i] = row.SnapshotId;
            processId[i] = row.ProcessId;
            tsNs[i] = row.TsNs;
            source[i] = row.Source;
            gcMode[i] = row.GcMode;
            heapCount[i] = row.HeapCount.GetValueOrDefault();
            regions[i] = row.Regions.GetValueOrDefault();
            dynamicAdaptation[i] = row.DynamicAdaptation.GetValueOrDefault();
            expectedPauseNs[i] = row.ExpectedPauseNs.GetValueOrDefault();
            pauseNs[i] = row.PauseNs.GetValueOrDefault();
            committedBytes[i] = row.CommittedBytes.GetValueOrDefault();
            allocatedBytes[i] = row.AllocatedBytes;
            allocationContextBytes[i] = row.AllocationContextBytes;
            walkedBytes[i] = row.WalkedBytes;
            lostBytes[i] = row.LostBytes;
            if (row.HeapCount is null)
                to.SetNull(5, i);
            if (row.Regions is null)
                to.SetNull(6, i);
            if (row.DynamicAdaptation is null)
                to.SetNull(7, i);
            if (row.ExpectedPauseNs is null)
                to.SetNull(8, i);
            if (row.PauseNs is null)
                to.SetNull(9, i);
            if (row.CommittedBytes is null)
                to.SetNull(10, i);
        }
    }
}
