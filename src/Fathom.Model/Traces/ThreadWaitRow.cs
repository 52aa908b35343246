using Fathom.Model.Tables;

namespace Fathom.Model.Traces;

/// <summary>A wait of a thread: from leaving its processor to being woken, and on until it ran again.</summary>
[Table("thread_wait", "time")]
public readonly partial record struct ThreadWaitRow(
    [Column("The thread.")] uint ThreadId,
    [Column("When it left its processor, since the first time stamp of the trace.")] long StartNs,
    [Column("Time until it was woken; the whole time where the waker is unknown.")] long WaitNs,
    [Column("Time from then until it ran; 0 where unknown.")] long ReadyNs,
    [Column("sleeping, uninterruptible (usually disk I/O), stopped, or unknown; contention or wait handle where only a runtime tells the wait; "
        + "of Windows the reason that it gives (UserRequest, WrQueue, PageIn).")] TextId Kind,
    [Column("Stack with which it left; 0 where none is known.")] uint StackId,
    [Column("Thread that woke it, by its number at the operating system; 0 an interrupt, absent where unknown.")] int? WakerTid,
    [Column("Stack of who woke it; 0 where none is known.")] uint WakerStackId,
    [Column("Number of the system call that it was in; absent where unknown.")] int? Syscall,
    [Column("Whether it had begun before the trace.")] bool OpenAtStart,
    [Column("Whether it continued when the trace ended.")] bool OpenAtEnd,
    [Column("Whether the waker is unknown, so that all time until the thread ran is counted as waiting.")] bool NoWaking,
    [Column("Whether the trace lacks when the thread ran again.")] bool NoSwitchIn);
