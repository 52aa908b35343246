using System.Runtime.InteropServices;
using Fathom.Formats.PerfData.Events;
using Fathom.Formats.PerfData.Fields;

namespace Fathom.Formats.PerfData.Records;

/// <summary>Counts of a thread at its end: <see cref="PerfRecordType.Read"/>.</summary>
/// <param name="record">The record.</param>
public readonly ref struct CounterReadRecord(PerfRecord record)
{
    private readonly ReadOnlySpan<byte> _body = record.Body;

    /// <summary>Process.</summary>
    public int Pid => RecordFields.I32(_body, 0);

    /// <summary>Thread.</summary>
    public int Tid => RecordFields.I32(_body, 4);

    /// <summary>Values, as <see cref="PerfEventAttributes.ReadFormat"/> of the event says.</summary>
    public ReadOnlySpan<ulong> Values => MemoryMarshal.Cast<byte, ulong>(_body[8..]);
}
