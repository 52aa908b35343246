using Fathom.Formats.PerfData.Fields;

namespace Fathom.Formats.PerfData.Records;

/// <summary>An event was stopped, or goes on: <see cref="PerfRecordType.Throttle"/> and <see cref="PerfRecordType.Unthrottle"/>.</summary>
/// <param name="record">The record.</param>
public readonly ref struct ThrottleRecord(PerfRecord record)
{
    /// <summary>Time in nanoseconds, which stands in the record itself.</summary>
    public long TimeNs { get; } = (long)RecordFields.U64(record.Body, 0);

    /// <summary>Id of the event.</summary>
    public ulong SourceId { get; } = RecordFields.U64(record.Body, 8);

    /// <summary>Id of its instance.</summary>
    public ulong StreamId { get; } = RecordFields.U64(record.Body, 16);
}
