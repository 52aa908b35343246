using Fathom.Model.Tables;

namespace Fathom.Model.Threads;

/// <summary>One look at all threads of a process at one instant.</summary>
public readonly record struct StackSnapshotRow(
    uint SnapshotId,
    uint ProcessId,
    long TsNs,
    TextId Source,
    long? IntervalNs,
    long? ExpectedPauseNs,
    long? PauseNs) : IRow<StackSnapshotRow>
{
    /// <inheritdoc/>
    public static TableSchema Schema { get; } = new(
        "stack_snapshot",
        "stacks",
        "One look at all threads of a process at one instant.",
        [
            new("snapshot_id", ColumnType.UInt32, "Number of the look in the recording."),
            new("process_id", ColumnType.UInt32, "The process, as numbered in the process table."),
            new("ts_ns", ColumnType.Int64, "When the target was stopped, or the dump was read: nanoseconds since recording start."),
            new("source", ColumnType.Text, "live or core; proc for a look without stacks that lies beside a dump."),
            new("interval_ns", ColumnType.Int64, "How long the running threads were watched before the stop, in nanoseconds; absent for a dump.", Nullable: true),
            new("expected_pause_ns", ColumnType.Int64, "Estimate made before the stop, in nanoseconds; absent for a dump.", Nullable: true),
            new("pause_ns", ColumnType.Int64, "How long the target was stopped, in nanoseconds, measured; absent for a dump.", Nullable: true),
        ],
        ["snapshot_id"]);

    /// <inheritdoc/>
    public static void Transpose(ReadOnlySpan<StackSnapshotRow> rows, in ColumnWriter to)
    {
        Span<uint> snapshotId = to.Column<uint>(0);
        Span<uint> processId = to.Column<uint>(1);
        Span<long> tsNs = to.Column<long>(2);
        Span<TextId> source = to.Column<TextId>(3);
        Span<long> intervalNs = to.Column<long>(4);
        Span<long> expectedPauseNs = to.Column<long>(5);
        Span<long> pauseNs = to.Column<long>(6);
        for (int i = 0; i < rows.Length; i++)
        {
            ref readonly StackSnapshotRow row = ref rows[i];
            snapshotId[i] = row.SnapshotId;
            processId[i] = row.ProcessId;
            tsNs[i] = row.TsNs;
            source[i] = row.Source;
            intervalNs[i] = row.IntervalNs.GetValueOrDefault();
            expectedPauseNs[i] = row.ExpectedPauseNs.GetValueOrDefault();
            pauseNs[i] = row.PauseNs.GetValueOrDefault();
            if (row.IntervalNs is null)
                to.SetNull(4, i);
            if (row.ExpectedPauseNs is null)
                to.SetNull(5, i);
            if (row.PauseNs is null)
                to.SetNull(6, i);
        }
    }
}
