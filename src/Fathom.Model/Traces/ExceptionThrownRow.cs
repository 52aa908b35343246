using Fathom.Model.Tables;

namespace Fathom.Model.Traces;

/// <summary>A managed exception at the moment of its throw, caught ones too.</summary>
[Table("exception_thrown", "time")]
public readonly partial record struct ExceptionThrownRow(
    [Column("When, since the first time stamp of the trace.")] long TsNs,
    [Column("The process.")] uint ProcessId,
    [Column("The thread; 0 where the trace does not say.")] uint ThreadId,
    [Column("Full name of its type; absent where the limit for texts of events was reached.", Nullable = true)] TextId Type,
    [Column("Its message.", Nullable = true)] RawText Message,
    [Column("Number of the error.")] int HResult,
    [Column("Stack of the throw; 0 where none was recorded.")] uint StackId,
    [Column("Whether the runtime says that it was caught before and is thrown again (throw; of .NET 8; newer ones have no event of that, "
        + "and an await throws again without saying so). Absent in older recordings.")] bool? ThrownAgain = null);
