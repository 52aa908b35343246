using Fathom.Model.Tables;

namespace Fathom.Model.Traces;

/// <summary>A change of a thread pool: a worker thread that began, ended or waits for work, or another number of workers that the pool wants.</summary>
[Table("thread_pool_change", "time")]
public readonly partial record struct ThreadPoolChangeRow(
    [Column("When, since the first time stamp of the trace.")] long TsNs,
    [Column("The process.")] uint ProcessId,
    [Column("The thread that reported it; 0 where the trace does not say.")] uint ThreadId,
    [Column("adjustment (the pool wants another number of workers), worker start, worker stop or worker wait.")] TextId Change,
    [Column("Worker threads that it wants after an adjustment, and that are active otherwise.")] int WorkerCount,
    [Column("Work items per second that the pool saw; absent except for adjustments.")] double? Throughput,
    [Column("Why, such as starvation (no item was taken up for half a second), climbing move, thread timed out; absent except for adjustments.", Nullable = true)] TextId Reason);
