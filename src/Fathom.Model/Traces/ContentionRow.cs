using Fathom.Model.Tables;

namespace Fathom.Model.Traces;

/// <summary>A thread that wanted a lock which another one had.</summary>
[Table("contention", "time")]
public readonly partial record struct ContentionRow(
    [Column("The process.")] uint ProcessId,
    [Column("The thread; 0 where the trace does not say.")] uint ThreadId,
    [Column("When it began to wait, since the first time stamp of the trace.")] long StartNs,
    [Column("Time until it got the lock or gave up; absent where the trace does not have the end.")] long? DurationNs,
    [Column("managed (Monitor, Lock), native (a lock of the runtime itself).")] TextId Kind,
    [Column("The runtime's number of the lock; absent where it does not report it.")] ulong? LockId,
    [Column("Thread that had the lock, by its number at the operating system; absent where the runtime does not report it.")] int? OwnerTid,
    [Column("Stack of the thread that waits; 0 where none was recorded.")] uint StackId,
    [Column("Whether it had begun before the trace.")] bool OpenAtStart);
