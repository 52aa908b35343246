using Fathom.Model.Tables;

namespace Fathom.Model.Threads;

/// <summary>A thread of a process.</summary>
[Table("thread", "who", "thread_id")]
public readonly partial record struct ThreadRow(
    [Column("Number of the thread in the recording, starting at 1.")] uint ThreadId,
    [Column("The process, as numbered in the process table.")] uint ProcessId,
    [Column("Number that the operating system gave the thread, in the PID namespace of the recorder; of a thread outside it (pid -1) that of the kernel.")] int Tid,
    [Column("Number that the runtime gave the thread; absent for threads that never ran managed code.")] int? ManagedThreadId,
    [Column("Name of the managed thread, or else the first 15 bytes of it that the kernel keeps; absent where there is none.", Nullable = true)]
    TextId Name,
    [Column("managed, pool (worker of the thread pool), finalizer, gc, native for threads that never ran managed code, or unknown where the runtime "
        + "was not asked.")]
    TextId Kind);
