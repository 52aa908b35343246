using Fathom.Model.Tables;

namespace Fathom.Model.Traces;

/// <summary>A managed thread that was not in managed code when the runtime's sampler looked: it waited, or ran native code.</summary>
[Table("thread_sample", "time")]
public readonly partial record struct ThreadSampleRow(
    [Column("When, since the first time stamp of the trace.")] long TsNs,
    [Column("The thread.")] uint ThreadId,
    [Column("Its managed frames; 0 where none were recorded.")] uint StackId,
    [Column("Time since the previous sample of the thread; absent for its first sample, and after a long gap.")] long? WeightNs);
