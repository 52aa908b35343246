using Fathom.Model.Tables;

namespace Fathom.Model.Traces;

/// <summary>
/// A stack of a wait of thread_wait that has the frames which its own is cut before: as the events of the thread's runtime tell it, where the wait lies in a contention or a wait for a
/// handle; else the one with which the thread entered the call that it waits in.
/// </summary>
[Table("thread_wait_stack", "time", "thread_id", "start_ns")]
public readonly partial record struct ThreadWaitStackRow(
    [Column("The thread of the wait.")] uint ThreadId,
    [Column("Start of the wait: start_ns of its row of thread_wait.")] long StartNs,
    [Column("contention (a lock; also where the thread waits on the handle that the runtime has for it), wait handle, or futex (not from a runtime; the stack has native frames too).")] TextId Kind,
    [Column("The stack.")] uint StackId)
{
    /// <summary>A wait of which the entry into its system call is known.</summary>
    public const string Futex = "futex";
}
