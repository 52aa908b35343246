using Fathom.Model.Tables;

namespace Fathom.Model.Memory;

/// <summary>One look at all memory of a process.</summary>
public readonly record struct MemorySnapshotRow(
    uint SnapshotId,
    uint ProcessId,
    long TsNs,
    TextId Intrusion,
    long? ExpectedPauseNs,
    long? PauseNs,
    int MappingCount,
    int ThreadCount,
    long? KernelRssBytes,
    long? KernelPssBytes,
    long? KernelSwapBytes,
    long? StatusRssBytes,
    long? StatusRssAnonBytes,
    long? StatusRssFileBytes,
    long? StatusRssShmemBytes,
    uint? HeapSnapshotId = null) : IRow<MemorySnapshotRow>
{
    /// <inheritdoc/>
    public static TableSchema Schema { get; } = new(
        "memory_snapshot",
        "memory",
        "One look at all memory of a process, with the kernel's own sums to compare with.",
        [
            new("snapshot_id", ColumnType.UInt32, "Number of the look in the recording."),
            new("process_id", ColumnType.UInt32, "The process, as numbered in the process table."),
            new("ts_ns", ColumnType.Int64, "When it was taken: nanoseconds since recording start."),
            new("intrusion", ColumnType.Text, "What was done to the target: proc (files of /proc only), runtime (its memory was read too, while it ran) or stop; vmmap for a file of that program, core for a core without its recording."),
            new("expected_pause_ns", ColumnType.Int64, "Estimate made before a stop, in nanoseconds; absent where the target was not stopped.", Nullable: true),
            new("pause_ns", ColumnType.Int64, "How long the target was stopped, in nanoseconds, measured; absent where it was not.", Nullable: true),
            new("mapping_count", ColumnType.Int32, "Mappings (VMAs); vm.max_map_count limits them."),
            new("thread_count", ColumnType.Int32, "Threads."),
            new("kernel_rss_bytes", ColumnType.Int64, "Resident bytes as the kernel sums them, in smaps_rollup; absent where the source does not tell.", Nullable: true),
            new("kernel_pss_bytes", ColumnType.Int64, "Resident bytes with shared pages divided by their users, as smaps_rollup sums them.", Nullable: true),
            new("kernel_swap_bytes", ColumnType.Int64, "Swapped bytes as smaps_rollup sums them.", Nullable: true),
            new("status_rss_bytes", ColumnType.Int64, "Resident bytes as status has them (VmRSS): counted per thread and added up late, so some pages off.", Nullable: true),
            new("status_rss_anon_bytes", ColumnType.Int64, "The part of no file, as status has it (RssAnon).", Nullable: true),
            new("status_rss_file_bytes", ColumnType.Int64, "The part of files, as status has it (RssFile).", Nullable: true),
            new("status_rss_shmem_bytes", ColumnType.Int64, "The part of shared memory, as status has it (RssShmem).", Nullable: true),
            new("heap_snapshot_id", ColumnType.UInt32, "The snapshot of the managed heap that was taken in the same stop, in table heap_snapshot; absent where there was none.", Nullable: true),
        ],
        ["snapshot_id"]);

    /// <inheritdoc/>
    public static void Transpose(ReadOnlySpan<MemorySnapshotRow> rows, in ColumnWriter to)
    {
        Span<uint> snapshotId = to.Column<uint>(0);
        Span<uint> processId = to.Column<uint>(1);
        Span<long> tsNs = to.Column<long>(2);
        Span<TextId> intrusion = to.Column<TextId>(3);
        Span<long> expectedPauseNs = to.Column<long>(4);
        Span<long> pauseNs = to.Column<long>(5);
        Span<int> mappingCount = to.Column<int>(6);
        Span<int> threadCount = to.Column<int>(7);
        Span<long> kernelRssBytes = to.Column<long>(8);
        Span<long> kernelPssBytes = to.Column<long>(9);
        Span<long> kernelSwapBytes = to.Column<long>(10);
        Span<long> statusRssBytes = to.Column<long>(11);
        Span<long> statusRssAnonBytes = to.Column<long>(12);
        Span<long> statusRssFileBytes = to.Column<long>(13);
        Span<long> statusRssShmemBytes = to.Column<long>(14);
        Span<uint> heapSnapshotId = to.Column<uint>(15);
        for (int i = 0; i < rows.Length; i++)
        {
            ref readonly MemorySnapshotRow row = ref rows[i];
            snapshotId[i] = row.SnapshotId;
            processId[i] = row.ProcessId;
            tsNs[i] = row.TsNs;
            intrusion[i] = row.Intrusion;
            expectedPauseNs[i] = row.ExpectedPauseNs.GetValueOrDefault();
            pauseNs[i] = row.PauseNs.GetValueOrDefault();
            mappingCount[i] = row.MappingCount;
            threadCount[i] = row.ThreadCount;
            kernelRssBytes[i] = row.KernelRssBytes.GetValueOrDefault();
            kernelPssBytes[i] = row.KernelPssBytes.GetValueOrDefault();
            kernelSwapBytes[i] = row.KernelSwapBytes.GetValueOrDefault();
            statusRssBytes[i] = row.StatusRssBytes.GetValueOrDefault();
            statusRssAnonBytes[i] = row.StatusRssAnonBytes.GetValueOrDefault();
            statusRssFileBytes[i] = row.StatusRssFileBytes.GetValueOrDefault();
            statusRssShmemBytes[i] = row.StatusRssShmemBytes.GetValueOrDefault();
            heapSnapshotId[i] = row.HeapSnapshotId.GetValueOrDefault();
            SetNulls(row, i, to);
        }
    }

    private static void SetNulls(in MemorySnapshotRow row, int i, in ColumnWriter to)
    {
        ReadOnlySpan<(int Column, bool IsNull)> nullable =
        [
            (4, row.ExpectedPauseNs is null),
            (5, row.PauseNs is null),
            (8, row.KernelRssBytes is null),
            (9, row.KernelPssBytes is null),
            (10, row.KernelSwapBytes is null),
            (11, row.StatusRssBytes is null),
            (12, row.StatusRssAnonBytes is null),
            (13, row.StatusRssFileBytes is null),
            (14, row.StatusRssShmemBytes is null),
            (15, row.HeapSnapshotId is null),
        ];
        foreach ((int column, bool isNull) in nullable)
        {
            if (isNull)
                to.SetNull(column, i);
        }
    }
}
