using Fathom.Model.Tables;

namespace Fathom.Model.Traces;

/// <summary>A wait of a managed thread for a handle, or for a pulse of a monitor, as .NET 9 and later tell it.</summary>
[Table("wait_handle_wait", "time")]
public readonly partial record struct WaitHandleWaitRow(
    [Column("The process.")] uint ProcessId,
    [Column("The thread; 0 where the trace does not say.")] uint ThreadId,
    [Column("Start, since the first time stamp of the trace.")] long StartNs,
    [Column("Its length; absent where the trace does not have the end.")] long? DurationNs,
    [Column("monitor wait (Monitor.Wait), or unknown where the runtime does not report it.")] TextId Source,
    [Column("Stack of the thread; 0 where none was recorded.")] uint StackId,
    [Column("Whether it had begun before the trace; it is then counted from the start of the trace.")] bool OpenAtStart);
