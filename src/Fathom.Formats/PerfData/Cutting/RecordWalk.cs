using System.Buffers.Binary;
using Fathom.Formats.PerfData.Records;

namespace Fathom.Formats.PerfData.Cutting;

/// <summary>Reads the records of a pipe of perf.data as they lie there, without an order of time. It ends where a record is cut off.</summary>
/// <param name="stream">At the first byte of the file, or at a record.</param>
public sealed class RecordWalk(Stream stream)
{
    private const int HeadBytes = 8;
    private const int PipeBytes = 16;
    private const int MostBytes = 64 << 20;

    private byte[] _buffer = new byte[1 << 20];
    private int _next;
    private int _end;

    /// <summary>Goes to the next record.</summary>
    /// <param name="record">The record; that of descriptions of tracepoints has them behind it. Valid until the next call.</param>
    /// <returns>False at the end, or where the rest is no whole record.</returns>
    public bool Next(out ReadOnlySpan<byte> record)
    {
        record = default;
        if (!Has(HeadBytes))
            return false;
        if (_buffer.AsSpan(_next, HeadBytes).SequenceEqual("PERFILE2"u8))
        {
            if (!Has(PipeBytes))
                return false;
            _next += PipeBytes;
            return Next(out record);
        }

        int size = BinaryPrimitives.ReadUInt16LittleEndian(_buffer.AsSpan(_next + 6));
        if (size < HeadBytes || !Has(size))
            return false;
        if ((PerfRecordType)BinaryPrimitives.ReadUInt32LittleEndian(_buffer.AsSpan(_next)) == PerfRecordType.HeaderTracingData)
        {
            uint behind = size < HeadBytes + sizeof(uint) ? uint.MaxValue : BinaryPrimitives.ReadUInt32LittleEndian(_buffer.AsSpan(_next + HeadBytes));
            if (behind > MostBytes || !Has(size += (int)behind))
                return false;
        }

        record = _buffer.AsSpan(_next, size);
        _next += size;
        return true;
    }

    private bool Has(int count)
    {
        if (_end - _next >= count)
            return true;
        int kept = _end - _next;
        _buffer.AsSpan(_next, kept).CopyTo(_buffer);
        (_next, _end) = (0, kept);
        if (count > _buffer.Length)
            Array.Resize(ref _buffer, count * 2);
        while (_end < count)
        {
            int read = stream.Read(_buffer, _end, _buffer.Length - _end);
            if (read == 0)
                return false;
            _end += read;
        }

        return true;
    }
}
