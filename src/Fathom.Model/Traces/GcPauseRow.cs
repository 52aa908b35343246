using Fathom.Model.Tables;

namespace Fathom.Model.Traces;

/// <summary>A time in which all managed threads of a process stood still.</summary>
[Table("gc_pause", "time")]
public readonly partial record struct GcPauseRow(
    [Column("The process.")] uint ProcessId,
    [Column("When the runtime began to stop them, since the first time stamp of the trace.")] long StartNs,
    [Column("Time from there until they might run again.")] long DurationNs,
    [Column("The end of that, in which all stood still; before, they were on the way to a place where they can.")] long StandstillNs,
    [Column("gc, gc preparation (a step of a background collection), debugger, and others.")] TextId Reason,
    [Column("The collection that it was for; absent where there is none.")] int? GcNumber);
