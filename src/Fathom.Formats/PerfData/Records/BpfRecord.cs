using Fathom.Formats.PerfData.Fields;

namespace Fathom.Formats.PerfData.Records;

/// <summary>A BPF program came or went: <see cref="PerfRecordType.Bpf"/>.</summary>
/// <param name="record">The record.</param>
public readonly ref struct BpfRecord(PerfRecord record)
{
    private readonly ReadOnlySpan<byte> _body = record.Body;

    /// <summary>Whether it went.</summary>
    public bool IsRemoved => RecordFields.U16(_body, 0) == 2;

    /// <summary>Its number.</summary>
    public uint ProgramId => (uint)RecordFields.I32(_body, 4);

    /// <summary>Hash of its code, 8 bytes.</summary>
    public ReadOnlySpan<byte> Tag => _body.Slice(8, 8);
}
