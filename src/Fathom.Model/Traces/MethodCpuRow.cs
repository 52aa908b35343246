using Fathom.Model.Tables;

namespace Fathom.Model.Traces;

/// <summary>Processor time of a method in a process over a whole trace, added up from samples when the trace was read.</summary>
[Table("method_cpu", "time", "process_id", "method_id")]
public readonly partial record struct MethodCpuRow(
    [Column("The process.")] uint ProcessId,
    [Column("The method, as numbered in the method table; 0 for samples without a stack.")] uint MethodId,
    [Column("Time in which it was running itself; absent where the samples do not report time.")] long? CpuSelfNs,
    [Column("Time in which it, or something that it called, was running; a method that is on a stack several times counts once.")] long? CpuTotalNs,
    [Column("Samples with it on the stack.")] long SampleCount,
    [Column("Those of them in which a caller of it may be missing, as the stack_method table says; absent where that is known of none.")] long? GapCount);
