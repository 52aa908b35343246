using Fathom.Formats.PerfData.Fields;

namespace Fathom.Formats.PerfData.Records;

/// <summary>Data came into the area of hardware traces: <see cref="PerfRecordType.Aux"/>.</summary>
/// <param name="record">The record.</param>
public readonly ref struct AuxRecord(PerfRecord record)
{
    private readonly ReadOnlySpan<byte> _body = record.Body;

    /// <summary>Place in the area, in bytes.</summary>
    public ulong Offset => RecordFields.U64(_body, 0);

    /// <summary>Bytes.</summary>
    public ulong SizeBytes => RecordFields.U64(_body, 8);

    /// <summary>1 cut off because the area was full, 2 snapshot, 4 with gaps, 8 met another sample.</summary>
    public ulong Flags => RecordFields.U64(_body, 16);
}
