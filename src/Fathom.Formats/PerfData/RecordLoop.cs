using System.Buffers.Binary;
using Fathom.Formats.PerfData.Compression;
using Fathom.Formats.PerfData.Fields;
using Fathom.Formats.PerfData.Ordering;
using Fathom.Formats.PerfData.Records;

namespace Fathom.Formats.PerfData;

/// <summary>Goes from record to record, in the file and within compressed records, until the recording ends or makes no sense.</summary>
internal sealed class RecordLoop(RecordSource source, PerfDataOptions options, string name, RecordDelivery delivery, HeaderRecords headers, PerfDataTotals totals, ChunkPool pool) : IDisposable
{
    private const uint FirstOwnType = 64;
    private const uint MostType = 256;

    // What the kernel and the perf of today have at most.
    private const uint LastKernelType = (uint)PerfRecordType.DeferredCallchain;
    private const uint LastOwnType = (uint)PerfRecordType.SchedulerStatisticsDomain;

    private readonly RecordBuffer _file = new(pool);
    private RecordBuffer? _inner;
    private ZstdStream? _zstd;

    /// <summary>Bytes at the end that are no whole record.</summary>
    public int Rest => _file.Waiting.Length;

    /// <summary>Reads to the end.</summary>
    /// <returns>Null where it came to the end of the bytes, or what makes no sense.</returns>
    public string? Read(CancellationToken stop)
    {
        while (true)
        {
            stop.ThrowIfCancellationRequested();
            if (TakeAll(_file, isInner: false) is { } damage)
                return damage;
            if (!source.Fill(_file))
                return _inner is { Waiting.IsEmpty: false } ? "the compressed records end within a record" : null;
        }
    }

    public void Dispose() => _zstd?.Dispose();

    private string? TakeAll(RecordBuffer buffer, bool isInner)
    {
        while (true)
        {
            ReadOnlySpan<byte> waiting = buffer.Waiting;
            if (waiting.Length < RecordDelivery.HeadBytes)
                return null;
            uint type = BinaryPrimitives.ReadUInt32LittleEndian(waiting);
            int size = BinaryPrimitives.ReadUInt16LittleEndian(waiting[6..]);
            if (size < RecordDelivery.HeadBytes || type is 0 or >= MostType)
                return $"a record claims kind {type} and {size} bytes";
            if (size > waiting.Length)
                return null;
            int offset = buffer.Next;
            buffer.Advance(size);
            totals.Count(type);
            if (!isInner)
                totals.Bytes += size;
            if (type is (> LastKernelType and < FirstOwnType) or > LastOwnType)
                totals.UnknownRecords++;
            else if (type < FirstOwnType)
                delivery.Take(buffer.Chunk, offset, size);
            else if (TakeOwn((PerfRecordType)type, buffer, buffer.Chunk.Bytes.AsSpan(offset, size), isInner) is { } damage)
                return damage;
        }
    }

    private string? TakeOwn(PerfRecordType type, RecordBuffer buffer, ReadOnlySpan<byte> record, bool isInner)
    {
        ReadOnlySpan<byte> body = record[RecordDelivery.HeadBytes..];
        switch (type)
        {
            case PerfRecordType.FinishedRound:
                delivery.EndRound();
                return null;
            case PerfRecordType.Compressed or PerfRecordType.Compressed2 or PerfRecordType.AuxTrace or PerfRecordType.HeaderTracingData when isInner:
                return $"a compressed record holds one of kind {(int)type}";
            case PerfRecordType.Compressed:
                return Decompress(body);
            case PerfRecordType.Compressed2:
                return body.Length < sizeof(ulong) || RecordFields.U64(body, 0) > (ulong)(body.Length - sizeof(ulong))
                    ? $"a compressed record of {record.Length} bytes claims more"
                    : Decompress(body.Slice(sizeof(ulong), (int)RecordFields.U64(body, 0)));
            case PerfRecordType.AuxTrace:
                return SkipAux(buffer, body);
            case PerfRecordType.HeaderTracingData:
                return TakeTracing(buffer, body);
            default:
                headers.Read(type, BinaryPrimitives.ReadUInt16LittleEndian(record[4..]), body);
                return null;
        }
    }

    private string? Decompress(ReadOnlySpan<byte> input)
    {
        _zstd ??= new ZstdStream(ZstdLibrary.TryLoad(options.ZstdNames) ?? throw PerfDataErrors.NoZstd(name));
        _inner ??= new RecordBuffer(pool);
        while (true)
        {
            Span<byte> room = _inner.Room();
            string? failure = _zstd.TryDecompress(ref input, room, out int written);
            if (failure is not null)
                return $"libzstd cannot read a compressed record ({failure})";
            _inner.Added(written);
            totals.DecompressedBytes += written;
            if (TakeAll(_inner, isInner: true) is { } damage)
                return damage;
            // A full room may mean that there is more to come of what was taken in.
            if (input.IsEmpty && written < room.Length)
                return null;
        }
    }

    private string? SkipAux(RecordBuffer buffer, ReadOnlySpan<byte> body)
    {
        if (body.Length < sizeof(ulong))
            return "the head of a hardware trace is too short";
        ulong size = RecordFields.U64(body, 0);
        long skipped = source.Skip(buffer, (long)Math.Min(size, long.MaxValue));
        totals.SkippedAuxBytes += skipped;
        return (ulong)skipped == size ? null : $"a hardware trace claims {size} bytes, and {skipped} are present";
    }

    private string? TakeTracing(RecordBuffer buffer, ReadOnlySpan<byte> body)
    {
        if (body.Length < sizeof(uint))
            return "the head of the descriptions of tracepoints is too short";
        uint size = (uint)RecordFields.I32(body, 0);
        if (size > options.MaxSectionBytes)
            return $"the descriptions of tracepoints claim {size} bytes";
        byte[] bytes = source.Take(buffer, (int)size);
        headers.Trace(bytes);
        return bytes.Length == size ? null : $"the descriptions of tracepoints claim {size} bytes, and {bytes.Length} are present";
    }
}
