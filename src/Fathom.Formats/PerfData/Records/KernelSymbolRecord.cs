using Fathom.Formats.PerfData.Fields;

namespace Fathom.Formats.PerfData.Records;

/// <summary>Code came into the kernel, or went: <see cref="PerfRecordType.KernelSymbol"/>.</summary>
/// <param name="record">The record.</param>
public readonly ref struct KernelSymbolRecord(PerfRecord record)
{
    private readonly ReadOnlySpan<byte> _body = record.Body;

    /// <summary>First address.</summary>
    public ulong Address => RecordFields.U64(_body, 0);

    /// <summary>Bytes.</summary>
    public uint SizeBytes => (uint)RecordFields.I32(_body, 8);

    /// <summary>1 a BPF program, 2 code out of line.</summary>
    public int Kind => RecordFields.U16(_body, 12);

    /// <summary>Whether it went.</summary>
    public bool IsRemoved => (RecordFields.U16(_body, 14) & 1) != 0;

    /// <summary>Name.</summary>
    public ReadOnlySpan<byte> Name => RecordFields.UpToZero(_body[16..]);
}
