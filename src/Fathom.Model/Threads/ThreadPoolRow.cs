using Fathom.Model.Tables;

namespace Fathom.Model.Threads;

/// <summary>State of the thread pool at one look.</summary>
public readonly record struct ThreadPoolRow(
    uint SnapshotId,
    int MinThreads,
    int MaxThreads,
    int GoalThreads,
    int ThreadCount,
    int WorkingCount,
    long PendingCount) : IRow<ThreadPoolRow>
{
    /// <inheritdoc/>
    public static TableSchema Schema { get; } = new(
        "thread_pool",
        "stacks",
        "State of the thread pool at a look; no row where the program has not used the pool.",
        [
            new("snapshot_id", ColumnType.UInt32, "The look at the threads."),
            new("min_threads", ColumnType.Int32, "Worker threads that the pool starts at once."),
            new("max_threads", ColumnType.Int32, "Most worker threads."),
            new("goal_threads", ColumnType.Int32, "Worker threads that the pool wants at present."),
            new("thread_count", ColumnType.Int32, "Worker threads that exist."),
            new("working_count", ColumnType.Int32, "Worker threads that are processing work."),
            new("pending_count", ColumnType.Int64, "Work items in the queues."),
        ],
        ["snapshot_id"]);

    /// <inheritdoc/>
    public static void Transpose(ReadOnlySpan<ThreadPoolRow> rows, in ColumnWriter to)
    {
        Span<uint> snapshotId = to.Column<uint>(0);
        Span<int> minThreads = to.Column<int>(1);
        Span<int> maxThreads = to.Column<int>(2);
        Span<int> goalThreads = to.Column<int>(3);
        Span<int> threadCount = to.Column<int>(4);
        Span<int> workingCount = to.Column<int>(5);
        Span<long> pendingCount = to.Column<long>(6);
        for (int i = 0; i < rows.Length; i++)
        {
            ref readonly ThreadPoolRow row = ref rows[i];
            snapshotId[i] = row.SnapshotId;
            minThreads[i] = row.MinThreads;
            maxThreads[i] = row.MaxThreads;
            goalThreads[i] = row.GoalThreads;
            threadCount[i] = row.ThreadCount;
            workingCount[i] = row.WorkingCount;
            pendingCount[i] = row.PendingCount;
        }
    }
}
