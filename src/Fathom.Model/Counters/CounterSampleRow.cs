using Fathom.Model.Tables;

namespace Fathom.Model.Counters;

/// <summary>A sample that a counter of the processor or the kernel took, each time it had counted some events.</summary>
[Table("counter_sample", "time")]
public readonly partial record struct CounterSampleRow(
    [Column("When, since the first time stamp of the trace.")] long TsNs,
    [Column("The process.")] uint ProcessId,
    [Column("The thread; 0 where the trace does not say.")] uint ThreadId,
    [Column("Name of the counter without its modifiers, such as instructions.")] TextId Counter,
    [Column("Events that it counted since the sample before; absent where the trace does not say.")] long? Count,
    [Column("Stack of the thread; 0 where none was recorded.")] uint StackId);
