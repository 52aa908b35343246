using System.Buffers.Binary;
using Fathom.Formats.PerfData.Events;
using Fathom.Formats.PerfData.Records;

namespace Fathom.Formats.PerfData.Writing;

/// <summary>Reads single records of one event as they come from the kernel, without waiting for others. Nothing is allocated for one.</summary>
/// <param name="attributes">The event with which they are recorded.</param>
public sealed class RecordDecoder(PerfEventAttributes attributes)
{
    private const int HeadBytes = 8;
    private const PerfRecordType None = 0;

    private readonly PerfEvent _source = new(0, attributes);
    private SampleParts _parts;

    /// <summary>Where the parts of the last sample are.</summary>
    internal ref readonly SampleParts Parts => ref _parts;

    /// <summary>Reads a sample.</summary>
    /// <param name="record">The record with its head.</param>
    /// <param name="sample">The sample; valid until the next one is read.</param>
    /// <returns>False where it is no sample, or a length goes beyond it.</returns>
    public bool TrySample(ReadOnlySpan<byte> record, out PerfSample sample)
    {
        sample = default;
        if (TypeOf(record) != PerfRecordType.Sample || !_source.Layout.TryFind(record[HeadBytes..], out _parts))
            return false;
        sample = new PerfSample(_source, record[HeadBytes..], BinaryPrimitives.ReadUInt16LittleEndian(record[4..]), in _parts);
        return true;
    }

    /// <summary>Reads a record that is no sample. Its trailer must have the fields of this event.</summary>
    /// <param name="record">The record with its head.</param>
    /// <param name="read">What it says.</param>
    /// <returns>False where it is a sample, or shorter than what its kind must hold.</returns>
    public bool TryRecord(ReadOnlySpan<byte> record, out PerfRecord read)
    {
        read = default;
        int trailer = _source.Trailer.Bytes;
        if (TypeOf(record) is not (not None and not PerfRecordType.Sample and var type) || record.Length < HeadBytes + trailer)
            return false;
        ReadOnlySpan<byte> body = record[HeadBytes..^trailer], end = record[^trailer..];
        read = new PerfRecord(type, BinaryPrimitives.ReadUInt16LittleEndian(record[4..]), _source, body, end, _source.Trailer.Time(end));
        return RecordLengths.IsWhole(type, body);
    }

    // The size that it claims must be that of the bytes.
    private static PerfRecordType TypeOf(ReadOnlySpan<byte> record) =>
        record.Length >= HeadBytes && BinaryPrimitives.ReadUInt16LittleEndian(record[6..]) == record.Length
            ? (PerfRecordType)BinaryPrimitives.ReadUInt32LittleEndian(record)
            : None;
}
