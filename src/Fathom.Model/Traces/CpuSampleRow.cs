using Fathom.Model.Tables;

namespace Fathom.Model.Traces;

/// <summary>A thread seen on a processor at a moment that a timer chose.</summary>
[Table("cpu_sample", "time")]
public readonly partial record struct CpuSampleRow(
    [Column("When, since the first time stamp of the trace.")] long TsNs,
    [Column("The thread.")] uint ThreadId,
    [Column("Processor; absent where the trace does not say.")] int? Cpu,
    [Column("Its stack; 0 where none was recorded.")] uint StackId,
    [Column("Time that the sample represents: that between two samples of the event, and of the runtime's "
        + "sampler that since it saw the thread before; absent where that is not known.")] long? WeightNs);
