using Fathom.Model.Tables;

namespace Fathom.Model.Threads;

/// <summary>State of the thread pool at a snapshot; no row where the program has not used the pool.</summary>
[Table("thread_pool", "stacks", "snapshot_id")]
public readonly partial record struct ThreadPoolRow(
    [Column("The thread snapshot.")] uint SnapshotId,
    [Column("Worker threads that the pool starts at once.")] int MinThreads,
    [Column("Upper limit of worker threads.")] int MaxThreads,
    [Column("Worker threads that the pool wants at present.")] int GoalThreads,
    [Column("Worker threads that exist.")] int ThreadCount,
    [Column("Worker threads that are processing work.")] int WorkingCount,
    [Column("Work items in the queues.")] long PendingCount);
