using Fathom.Model.Tables;

namespace Fathom.Model.Traces;

/// <summary>A system call.</summary>
[Table("system_call", "time")]
public readonly partial record struct SystemCallRow(
    [Column("The process that made it.")] uint ProcessId,
    [Column("The thread; 0 where the trace does not say.")] uint ThreadId,
    [Column("When the thread entered it, since the first time stamp of the trace; where the trace does not have that, when it returned.")]
    long StartNs,
    [Column("Until it returned. Absent where the trace does not have both.")] long? DurationNs,
    [Column("Its name, such as read; on Windows the place of the code that serves it, as file+offset.")] TextId Call,
    [Column("On Windows a stack that holds only the code that serves it: where that has a name, it is the name of the call. Otherwise 0.")]
    uint CallStackId,
    [Column("What it returned: on Linux a number, from -4095 to -1 an error, on Windows its NTSTATUS. Absent where the trace does "
        + "not tell.")]
    long? Result,
    [Column("The error as its name, such as ENOENT or STATUS_ACCESS_DENIED; absent where it went well, or the trace does not tell.",
        Nullable = true)] TextId Error,
    [Column("Stack of the thread that made it; 0 where none was recorded.")] uint StackId);
