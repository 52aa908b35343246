using Fathom.Model.Tables;

namespace Fathom.Model.Traces;

/// <summary>What a thread did within a trace; the four times add up to its life in it.</summary>
/// <remarks>Without events of switches all of its time is unknown.</remarks>
[Table("thread_life", "time", "thread_id")]
public readonly partial record struct ThreadLifeRow(
    [Column("The thread, as numbered in the thread table.")] uint ThreadId,
    [Column("Its start, or that of the trace.")] long StartNs,
    [Column("Time from there to its end, or that of the trace.")] long DurationNs,
    [Column("Whether it began in the trace.")] bool BeganInTrace,
    [Column("Whether it ended in the trace.")] bool EndedInTrace,
    [Column("Time on a processor.")] long RunningNs,
    [Column("Time in which it could run and waited for a processor.")] long ReadyNs,
    [Column("Time in which it waited for something else.")] long WaitingNs,
    [Column("Time of unknown state.")] long UnknownNs);
