using Fathom.Model.Tables;

namespace Fathom.Model.Traces;

/// <summary>An allocation that stands for others: on .NET 10 one per 100 KB at random, before that each 100 KB.</summary>
[Table("allocation_sample", "time")]
public readonly partial record struct AllocationSampleRow(
    [Column("When, since the first time stamp of the trace.")] long TsNs,
    [Column("The process.")] uint ProcessId,
    [Column("The thread; 0 where the trace does not say.")] uint ThreadId,
    [Column("Full name of the object's type; absent where the limit for texts of events was reached.", Nullable = true)] TextId Type,
    [Column("small, large or pinned.")] TextId Place,
    [Column("Size of the object; absent where an old runtime does not report it.")] long? ObjectBytes,
    [Column("An estimate of the bytes that the sample represents.")] double EstimatedBytes,
    [Column("Stack of the allocation; 0 where none was recorded.")] uint StackId);
