using Fathom.Model.Tables;

namespace Fathom.Model.Traces;

/// <summary>A span of time in which a thread had one state. Those of a thread follow one another without gaps.</summary>
[Table("thread_slice", "time")]
public readonly partial record struct ThreadSliceRow(
    [Column("The thread.")] uint ThreadId,
    [Column("running, ready (waits for a processor), waiting, or unknown where the trace does not say.")] TextId State,
    [Column("Start, since the first time stamp of the trace.")] long StartNs,
    [Column("Its length.")] long DurationNs,
    [Column("Processor that it ran on; absent where it did not run.")] int? Cpu,
    [Column("Stack with which it left the processor before; 0 where none is known, and while it runs.")] uint StackId,
    [Column("Whether it is ready because another thread took its place.")] bool Preempted);
