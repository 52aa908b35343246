using Fathom.Model.Tables;

namespace Fathom.Model.Traces;

/// <summary>A time in which all managed threads of a process were stopped.</summary>
[Table("gc_pause", "time")]
public readonly partial record struct GcPauseRow(
    [Column("The process.")] uint ProcessId,
    [Column("When the runtime began to suspend them, since the first time stamp of the trace.")] long StartNs,
    [Column("Time from then until they may run again.")] long DurationNs,
    [Column("The last part of it, in which all stood still; before, some were running to a safe point. Absent where the trace does not say.")] long? StandstillNs,
    [Column("gc, gc preparation (a step of a background collection), debugger, and others.")] TextId Reason,
    [Column("The collection that caused it; absent where there is none.")] int? GcNumber);
