using Fathom.Model.Tables;

namespace Fathom.Model.Traces;

/// <summary>An event that was recorded: how often it is in the trace and what it costs there.</summary>
[Table("trace_event", "time", "trace_id", "event")]
public readonly partial record struct TraceEventRow(
    [Column("The trace.")] uint TraceId,
    [Column("Name of the event, such as sched:sched_switch.")] TextId Event,
    [Column("Its samples.")] long Count,
    [Column("Addresses in the call chains of its samples.")] long AddressCount,
    [Column("Bytes of those addresses in the raw trace, before any compression.")] long StackBytes,
    [Column("Bytes of its own fields in the raw trace, before any compression.")] long FieldBytes);
