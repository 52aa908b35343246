using Fathom.Formats.PerfData.Fields;

namespace Fathom.Formats.PerfData.Records;

/// <summary>Code of the kernel was changed in place: <see cref="PerfRecordType.TextPoke"/>.</summary>
/// <param name="record">The record.</param>
public readonly ref struct TextPokeRecord(PerfRecord record)
{
    private readonly ReadOnlySpan<byte> _body = record.Body;

    /// <summary>First address.</summary>
    public ulong Address => RecordFields.U64(_body, 0);

    /// <summary>Bytes that were there; none for code that came.</summary>
    public ReadOnlySpan<byte> Old => _body.Slice(12, RecordFields.U16(_body, 8));

    /// <summary>Bytes that are there now; none for code that went.</summary>
    public ReadOnlySpan<byte> New => _body.Slice(12 + RecordFields.U16(_body, 8), RecordFields.U16(_body, 10));
}
