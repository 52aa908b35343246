using System.Buffers.Binary;
using Fathom.Formats.PerfData.Events;
using Fathom.Formats.PerfData.Ordering;
using Fathom.Formats.PerfData.Records;

namespace Fathom.Formats.PerfData;

/// <summary>Finds event and time of the kernel's records, lets them wait, and hands them over in order.</summary>
/// <param name="events">The events.</param>
/// <param name="pool">The chunks that the records are in.</param>
/// <param name="totals">Counts what is lost.</param>
/// <param name="windowBytes">Bytes that may wait.</param>
internal sealed class RecordDelivery(EventTable events, ChunkPool pool, PerfDataTotals totals, long windowBytes)
{
    public const int HeadBytes = 8;

    // An entry of the window is 16 bytes, and merging needs them twice.
    private const int LeastBytesPerEntry = 64;

    private readonly RecordWindow _window = new();
    private readonly int _mostEntries = (int)Math.Clamp(windowBytes / LeastBytesPerEntry, 1, 1 << 26);
    private ulong _lastNs;

    /// <summary>Gets the records.</summary>
    public IPerfDataSink? Sink { get; set; }

    /// <summary>Takes a record at its place in the file.</summary>
    public void Take(RecordChunk chunk, int offset, int size)
    {
        if (events.Count == 0)
        {
            totals.DamagedRecords++;
            return;
        }

        if (!TryTime(chunk.Bytes.AsSpan(offset, size), out ulong timeNs))
            return;
        // What perf itself made up to tell the state at the start has no time.
        if (timeNs is 0 or ulong.MaxValue)
        {
            Deliver(chunk.Bytes.AsSpan(offset, size), 0);
            return;
        }

        _window.Add(new WindowEntry(timeNs, chunk.Index, offset));
        chunk.Holders++;
        if (_window.Count >= _mostEntries || pool.UsedBytes > windowBytes)
            Force();
    }

    /// <summary>A round of perf ended.</summary>
    public void EndRound() => Deliver(_window.EndRound());

    /// <summary>No more records come.</summary>
    public void End() => Deliver(_window.Oldest(int.MaxValue));

    private void Force()
    {
        totals.ForcedFlushes++;
        Deliver(_window.Oldest(_window.Count / 2));
        // Where late records are strewn over all chunks, half of them frees nothing.
        if (pool.UsedBytes > windowBytes)
            End();
    }

    private void Deliver(ReadOnlySpan<WindowEntry> entries)
    {
        foreach (ref readonly WindowEntry entry in entries)
        {
            RecordChunk chunk = pool[entry.Chunk];
            int size = BinaryPrimitives.ReadUInt16LittleEndian(chunk.Bytes.AsSpan(entry.Offset + 6));
            if (entry.TimeNs < _lastNs)
                totals.OutOfOrder++;
            else
                _lastNs = entry.TimeNs;
            Deliver(chunk.Bytes.AsSpan(entry.Offset, size), entry.TimeNs);
            pool.Release(chunk);
        }

        _window.Drop(entries.Length);
    }

    private bool TryTime(ReadOnlySpan<byte> record, out ulong timeNs)
    {
        timeNs = 0;
        ReadOnlySpan<byte> body = record[HeadBytes..];
        if (IsSample(record))
        {
            if (SampleEvent(body) is not { } source)
            {
                totals.UnknownSamples++;
                return false;
            }

            if (body.Length >= source.Layout.FixedBytes)
            {
                timeNs = SampleLayout.Number(body, source.Layout.Time);
                return true;
            }
        }
        else
        {
            TrailerLayout trailer = OtherEvent(body).Trailer;
            if (body.Length >= trailer.Bytes)
            {
                timeNs = trailer.Time(body[^trailer.Bytes..]);
                return true;
            }
        }

        totals.DamagedRecords++;
        return false;
    }

    private void Deliver(ReadOnlySpan<byte> record, ulong timeNs)
    {
        ReadOnlySpan<byte> body = record[HeadBytes..];
        ushort misc = BinaryPrimitives.ReadUInt16LittleEndian(record[4..]);
        if (!IsSample(record))
        {
            DeliverOther((PerfRecordType)BinaryPrimitives.ReadUInt32LittleEndian(record), misc, body, timeNs);
            return;
        }

        // An event that came in between, in a pipe, can make another of the first.
        if (SampleEvent(body) is not { } source || !source.Layout.TryFind(body, out SampleParts parts))
        {
            totals.DamagedRecords++;
            return;
        }

        totals.Samples++;
        Sink!.OnSample(new PerfSample(source, body, misc, in parts));
    }

    private void DeliverOther(PerfRecordType type, ushort misc, ReadOnlySpan<byte> body, ulong timeNs)
    {
        PerfEvent source = OtherEvent(body);
        int trailerBytes = source.Trailer.Bytes;
        PerfRecord record = new(type, misc, source, body[..^trailerBytes], body[^trailerBytes..], timeNs);
        if (!RecordLengths.IsWhole(type, record.Body))
        {
            totals.DamagedRecords++;
            return;
        }

        if (type is PerfRecordType.Lost or PerfRecordType.LostSamples)
            CountLoss(record);
        Sink!.OnRecord(in record);
    }

    private void CountLoss(PerfRecord record)
    {
        LostRecord lost = new(record);
        if (lost.IsFiltered)
            totals.FilteredSamples += lost.Count;
        else if (record.Type == PerfRecordType.LostSamples)
            totals.LostSamples += lost.Count;
        else
            totals.LostRecords += lost.Count;
    }

    private static bool IsSample(ReadOnlySpan<byte> record) => BinaryPrimitives.ReadUInt32LittleEndian(record) == (uint)PerfRecordType.Sample;

    private PerfEvent? SampleEvent(ReadOnlySpan<byte> body)
    {
        PerfEvent first = events.First!;
        int place = first.Layout.Id;
        return events.Count == 1 || place < 0 ? first
            : body.Length < place + sizeof(ulong) ? null
            : events.Find(BinaryPrimitives.ReadUInt64LittleEndian(body[place..]));
    }

    private PerfEvent OtherEvent(ReadOnlySpan<byte> body)
    {
        PerfEvent first = events.First!;
        return events.Count == 1 || !first.Trailer.HasId || body.Length < first.Trailer.Bytes ? first
            : events.Find(first.Trailer.Id(body[^first.Trailer.Bytes..])) is { } found && found.Trailer.Bytes <= body.Length ? found
            : first;
    }
}
