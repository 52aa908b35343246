using Fathom.Model.Tables;

namespace Fathom.Model.Traces;

/// <summary>The managed stack of a wait of thread_wait, as the events of the thread's runtime tell it: the wait lies in a contention or a wait for a handle.</summary>
[Table("thread_wait_stack", "time", "thread_id", "start_ns")]
public readonly partial record struct ThreadWaitStackRow(
    [Column("The thread of the wait.")] uint ThreadId,
    [Column("Begin of the wait: start_ns of its row of thread_wait.")] long StartNs,
    [Column("contention (a lock; also where the thread waits on the handle that the runtime has for it) or wait handle.")] TextId Kind,
    [Column("Its managed stack.")] uint StackId);
