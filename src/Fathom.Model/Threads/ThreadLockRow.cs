using Fathom.Model.Tables;

namespace Fathom.Model.Threads;

/// <summary>A thread owns a lock, or waits for a lock or for something else.</summary>
[Table("thread_lock", "stacks", "snapshot_id", "thread_id")]
public readonly partial record struct ThreadLockRow(
    [Column("The thread snapshot.")] uint SnapshotId,
    [Column("The thread, as numbered in the thread table.")] uint ThreadId,
    [Column("owns or waits.")] TextId Relation,
    [Column("monitor, lock, rw_read, rw_write, rw_upgradeable, semaphore, task, thread (the end of one), event, pulse, handle, sleep, "
        + "native_mutex (of the C library) or work (an idle worker of the pool).")]
    TextId Kind,
    [Column("Address of the lock or of what is waited for; absent where it could not be determined, and for sleep.")] ulong? Address,
    [Column("Type of that object.", Nullable = true)] TextId Type,
    [Column("How often an owner has entered; 1 for a wait.")] int Count,
    [Column("Whether a wait ends by itself after a time, as far as the method name shows (TryEnter).")] bool Timed);
