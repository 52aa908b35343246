using Fathom.Model.Tables;

namespace Fathom.Model.Traces;

/// <summary>
/// Waits of a method in a process over a whole trace, added up from waits when the trace was read. Where the call chain was cut before it came to managed methods, those count that the
/// runtime tells of the same time.
/// </summary>
[Table("method_wait", "time", "process_id", "method_id")]
public readonly partial record struct MethodWaitRow(
    [Column("The process.")] uint ProcessId,
    [Column("The method, as numbered in the method table; 0 for waits without a stack.")] uint MethodId,
    [Column("Time in which any thread waited with it on its stack: overlapping waits count once.")] long WaitWallNs,
    [Column("Time that threads waited with it on their stacks, added over threads.")] long WaitSumNs,
    [Column("Time that they were ready and without a processor, added over threads.")] long ReadySumNs,
    [Column("The longest wait.")] long WaitMaxNs,
    [Column("Waits.")] long WaitCount,
    [Column("Waits that had begun before the trace or continued when it ended.")] long OpenCount,
    [Column("Waits whose wake-up or end is missing in the trace.")] long UnknownCount);
