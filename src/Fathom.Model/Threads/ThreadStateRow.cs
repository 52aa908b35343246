using Fathom.Model.Tables;

namespace Fathom.Model.Threads;

/// <summary>What one thread was doing when the target was looked at.</summary>
public readonly record struct ThreadStateRow(
    uint SnapshotId,
    uint ThreadId,
    TextId State,
    long? CpuNs,
    long? IntervalCpuNs,
    long? IntervalReadyNs,
    int? GlanceCount,
    int? GlanceSameCount,
    uint? GlanceMethodId,
    uint StackId,
    TextId ExceptionType,
    TextId ExceptionMessage) : IRow<ThreadStateRow>
{
    /// <inheritdoc/>
    public static TableSchema Schema { get; } = new(
        "thread_state",
        "stacks",
        "What a thread was doing at a look.",
        [
            new("snapshot_id", ColumnType.UInt32, "The look at the threads."),
            new("thread_id", ColumnType.UInt32, "The thread, as numbered in the thread table."),
            new("state", ColumnType.Text, "running, sleeping, disk, stopped, dead or idle, as the kernel said before the stop; absent for a dump.", Nullable: true),
            new("cpu_ns", ColumnType.Int64, "CPU time since the start of the thread, in nanoseconds; absent where the dump does not hold it.", Nullable: true),
            new("interval_cpu_ns", ColumnType.Int64, "CPU time during interval_ns of the look, in nanoseconds; absent for a dump.", Nullable: true),
            new("interval_ready_ns", ColumnType.Int64, "Time during the interval in which the thread could have run and no processor was free, in nanoseconds; absent where the kernel does not tell.", Nullable: true),
            new("glance_count", ColumnType.Int32, "How often the thread alone was stopped for a moment during the interval and found in managed code; absent for threads that were not busy.", Nullable: true),
            new("glance_same_count", ColumnType.Int32, "How many of these found it in the same innermost managed method.", Nullable: true),
            new("glance_method_id", ColumnType.UInt32, "That method, as numbered in the method table.", Nullable: true),
            new("stack_id", ColumnType.UInt32, "The stack, as in stack_frame; threads with the same methods on the stack share it."),
            new("exception_type", ColumnType.Text, "Type of the exception that the thread is handling; absent without one.", Nullable: true),
            new("exception_message", ColumnType.Text, "Message of that exception.", Nullable: true),
        ],
        ["snapshot_id", "thread_id"]);

    /// <inheritdoc/>
    public static void Transpose(ReadOnlySpan<ThreadStateRow> rows, in ColumnWriter to)
    {
        Span<uint> snapshotId = to.Column<uint>(0);
        Span<uint> threadId = to.Column<uint>(1);
        Span<TextId> state = to.Column<TextId>(2);
        Span<long> cpuNs = to.Column<long>(3);
        Span<long> intervalCpuNs = to.Column<long>(4);
        Span<long> intervalReadyNs = to.Column<long>(5);
        Span<int> glanceCount = to.Column<int>(6);
        Span<int> glanceSameCount = to.Column<int>(7);
        Span<uint> glanceMethodId = to.Column<uint>(8);
        Span<uint> stackId = to.Column<uint>(9);
        Span<TextId> exceptionType = to.Column<TextId>(10);
        Span<TextId> exceptionMessage = to.Column<TextId>(11);
        for (int i = 0; i < rows.Length; i++)
        {
            ref readonly ThreadStateRow row = ref rows[i];
            snapshotId[i] = row.SnapshotId;
            threadId[i] = row.ThreadId;
            state[i] = row.State;
            cpuNs[i] = row.CpuNs.GetValueOrDefault();
            intervalCpuNs[i] = row.IntervalCpuNs.GetValueOrDefault();
            intervalReadyNs[i] = row.IntervalReadyNs.GetValueOrDefault();
            glanceCount[i] = row.GlanceCount.GetValueOrDefault();
            glanceSameCount[i] = row.GlanceSameCount.GetValueOrDefault();
            glanceMethodId[i] = row.GlanceMethodId.GetValueOrDefault();
            stackId[i] = row.StackId;
            exceptionType[i] = row.ExceptionType;
            exceptionMessage[i] = row.ExceptionMessage;
            if (row.CpuNs is null)
                to.SetNull(3, i);
            if (row.IntervalCpuNs is null)
                to.SetNull(4, i);
            if (row.IntervalReadyNs is null)
                to.SetNull(5, i);
            if (row.GlanceCount is null)
                to.SetNull(6, i);
            if (row.GlanceSameCount is null)
                to.SetNull(7, i);
            if (row.GlanceMethodId is null)
                to.SetNull(8, i);
        }
    }
}
