using Fathom.Formats.Etl.Buffers;
using Fathom.Model;

namespace Fathom.Formats.Etl;

/// <summary>
/// Finds the buffers of files of one session, or of several at the same time, and hands out their records in the order of time.
/// </summary>
/// <remarks>
/// Records of a buffer are in the order of time, and so are buffers of a processor; over all it is a merge with one open for each.
/// </remarks>
internal sealed class EtlFile
{
    private const int MostBuffers = 4 << 20;
    private const long MostOpenBytes = 512L << 20;
    private const long MostAheadBytes = 64L << 20;
    private const int StopMask = 4095;

    // The times of day that two sessions tell of one start of the machine differ a little.
    private const long BootTolerance = 20_000_000;

    private readonly IReadOnlyList<EtlPart> _parts;
    private readonly List<EtlBuffer> _buffers = [];
    private bool _isOrdered = true;
    private long _lastTicks;
    private List<EtlBuffer>[] _processors = [];

    /// <summary>Begins; the headers are read.</summary>
    /// <param name="parts">The files.</param>
    /// <exception cref="FathomException">One is no such file, or they are not of one machine.</exception>
    public EtlFile(params IReadOnlyList<EtlPart> parts)
    {
        _parts = parts;
        for (int i = 0; i < parts.Count; i++)
            parts[i].Header = ReadHeader(i);
        EtlPart first = parts.MinBy(static part => part.Header!.StartTicks)!;
        if (parts.FirstOrDefault(part => !IsOfSameMachine(first.Header!, part.Header!)) is { } other)
            throw EtlErrors.OtherMachine(first.Name, other.Name);
        Header = first.Header! with
        {
            EventsLost = (uint)Math.Min(uint.MaxValue, parts.Sum(static part => (long)part.Header!.EventsLost)),
            BuffersLost = (uint)Math.Min(uint.MaxValue, parts.Sum(static part => (long)part.Header!.BuffersLost)),
        };
    }

    /// <summary>The files.</summary>
    public IReadOnlyList<EtlPart> Parts => _parts;

    /// <summary>Bytes of all buffers, uncompressed.</summary>
    public long BufferBytes { get; private set; }

    /// <summary>Whether no record is older than one before it of its processor.</summary>
    public bool IsOrdered => _isOrdered;

    /// <summary>What they say of themselves; of several what the first to begin says, with the losses of all.</summary>
    public EtlHeader Header { get; }

    /// <summary>What was read.</summary>
    public EtlTotals Totals { get; } = new();

    /// <summary>Looks through all records, buffer by buffer: finds the buffers and what must be known before the events.</summary>
    /// <param name="look">Gets the records that must be looked at, those of a buffer after those of the one before.</param>
    /// <param name="stop">Ends it.</param>
    /// <param name="sees">Which these are; null for all.</param>
    /// <returns>What the others have.</returns>
    public EtlFindings Survey(RecordHandler look, CancellationToken stop, RecordFilter? sees = null)
    {
        using SurveyQueue queue = new(_parts, sees, surveyed => Take(surveyed, look));
        for (int i = 0; i < _parts.Count; i++)
            Survey(i, queue, stop);
        Totals.BytesBehind = _parts.Sum(static part => part.BytesBehind);
        // Times of first records are those of buffers: sequence numbers begin again where a session is relogged.
        _processors =
            [.. _buffers.GroupBy(static buffer => (buffer.Processor, buffer.Part)).OrderBy(static of => of.Key)
                .Select(static of => of.OrderBy(static buffer => buffer.FirstTicks).ToList())];
        foreach (List<EtlBuffer> buffers in _processors)
        {
            for (int i = 1; i < buffers.Count; i++)
                _isOrdered &= buffers[i - 1].LastTicks <= buffers[i].FirstTicks;
        }

        return queue.Findings;
    }

    private void Survey(int number, SurveyQueue queue, CancellationToken stop)
    {
        EtlPart part = _parts[number];
        Span<byte> head = stackalloc byte[EtlBuffer.HeadBytes];
        long at = 0;
        while (part.Length - at >= EtlBuffer.HeadBytes && _buffers.Count < MostBuffers)
        {
            stop.ThrowIfCancellationRequested();
            if (part.Read((ulong)at, head) < head.Length)
                break;
            int size = EtlBuffer.SizeOf(head);
            if (EtlBuffer.Read(head, at) is { } buffer)
            {
                Totals.BuffersAfterLoss += EtlBuffer.TellsLoss(head) ? 1 : 0;
                part.IsBackup |= EtlBuffer.IsBackup(head);
                part.Buffers++;
                queue.Add(buffer with { Part = number });
            }
            else
            {
                Totals.DamagedBuffers++;
            }

            // Where a head makes no sense the next buffer may stand where most do.
            int stride = size > 0 ? size : part.Header!.BufferBytes;
            if (stride < EtlBuffer.HeadBytes)
                break;
            at += stride;
        }

        part.BytesBehind = Math.Max(0, part.Length - at);
        queue.Finish();
    }

    /// <summary>Hands out all records in the order of time.</summary>
    /// <param name="sink">Gets them.</param>
    /// <param name="stop">Ends it.</param>
    public void Read(RecordHandler sink, CancellationToken stop)
    {
        List<BufferLane> lanes = [];
        try
        {
            Merge(Opened(lanes), sink, stop);
        }
        finally
        {
            lanes.ForEach(static lane => lane.Settle());
        }
    }

    private PriorityQueue<BufferLane, (long Ticks, int Number)> Opened(List<BufferLane> lanes)
    {
        PriorityQueue<BufferLane, (long, int)> open = new();
        long room = 0;
        foreach (List<EtlBuffer> buffers in _processors)
        {
            // Rooms only grow, up to that of the largest.
            long most = buffers.Max(static one => (long)one.Used + (one.IsCompressed ? one.Size : 0));
            bool isAhead = room + most <= MostAheadBytes && buffers.TrueForAll(SurveyQueue.IsAhead);
            BufferLane begun = new(_parts, buffers, lanes.Count) { IsAhead = isAhead };
            lanes.Add(begun);
            if (room > MostOpenBytes)
                Totals.BuffersWithoutRoom += buffers.Count;
            else if (begun.Open())
                open.Enqueue(begun, (begun.Cursor.Ticks, begun.Number));
            room += most;
        }

        return open;
    }

    private void Merge(PriorityQueue<BufferLane, (long, int)> open, RecordHandler sink, CancellationToken stop)
    {
        long last = long.MinValue;
        int switches = 0;
        open.TryDequeue(out BufferLane? lane, out _);
        while (lane is not null)
        {
            // A processor goes on until another one has an older record.
            (long Ticks, int Number) until = open.TryPeek(out _, out (long, int) next) ? next : (long.MaxValue, int.MaxValue);
            BufferCursor cursor = lane.Cursor;
            bool isThere = true;
            int since = 0;
            while (isThere && (cursor.Ticks < until.Ticks || (cursor.Ticks == until.Ticks && lane.Number <= until.Number)))
            {
                if ((++since & StopMask) == 0)
                    stop.ThrowIfCancellationRequested();
                Totals.Records++;
                Totals.OutOfOrder += cursor.Ticks < last ? 1 : 0;
                last = Math.Max(last, cursor.Ticks);
                sink(EtlRecord.Read(cursor.Record), cursor.Ticks, lane.Processor);
                isThere = lane.Next();
            }

            if (isThere)
                lane = open.EnqueueDequeue(lane, (cursor.Ticks, lane.Number));
            else
                open.TryDequeue(out lane, out _);
            if ((++switches & StopMask) == 0)
                stop.ThrowIfCancellationRequested();
        }
    }

    private void Take(SurveyedBuffer surveyed, RecordHandler look)
    {
        EtlBuffer head = surveyed.Head;
        Totals.Buffers++;
        Totals.Compressed += head.IsCompressed ? 1 : 0;
        Totals.DamagedBuffers += surveyed.Damages;
        if (!surveyed.HasRecords)
            return;
        surveyed.Tell(look, _lastTicks);
        head = head with
        {
            FirstTicks = head.FirstTicks == 0 ? _lastTicks : head.FirstTicks,
            LastTicks = head.LastTicks == 0 ? _lastTicks : head.LastTicks,
        };
        _lastTicks = head.LastTicks;
        BufferBytes += head.Used;
        EtlPart part = _parts[head.Part];
        if (head.Offset > 0)
            part.FirstTicks = Math.Min(part.FirstTicks, head.FirstTicks);
        part.LastTicks = Math.Max(part.LastTicks, head.LastTicks);
        _isOrdered &= surveyed.IsOrdered;
        _buffers.Add(head);
    }

    private static bool IsOfSameMachine(EtlHeader one, EtlHeader other) =>
        one.Clock == other.Clock && one.TicksPerSecond == other.TicksPerSecond && one.Processors == other.Processors
            && Int128.Abs((Int128)one.BootFileTime - other.BootFileTime) <= BootTolerance;

    private EtlHeader ReadHeader(int number)
    {
        (ReadAt read, long length, string name) = _parts[number];
        Span<byte> head = stackalloc byte[EtlBuffer.HeadBytes];
        if (length < head.Length || read(0, head) < head.Length)
            throw EtlErrors.NotEtl(name, "it has only a few bytes");
        if (EtlBuffer.Read(head, 0) is not { IsCompressed: false } first)
            throw EtlErrors.NotEtl(name, "its first buffer makes no sense");
        LoadedBuffer loaded = new(_parts);
        loaded.Load(first with { Part = number });
        BufferCursor cursor = new();
        if (!cursor.Open(loaded, 0))
            throw EtlErrors.NotEtl(name, "its first buffer has no record");
        EtlRecord record = EtlRecord.Read(cursor.Record);
        bool isHeader = record is { Kind: EtlRecordKind.Kernel, Hook: EtlRecord.HeaderHook };
        if (!isHeader || EtlHeader.Read(record.Payload, record.Ticks) is not { } header)
            throw EtlErrors.NotEtl(name, "its first record is not the header of a session");
        const uint compressedMode = 0x0400_0000;
        int format = BitConverter.ToUInt16(head[0x2C..]);
        if ((header.Mode & compressedMode) != 0 && format is 2 or 4)
            throw EtlErrors.Compression(name, format);
        if (header.TicksPerSecond is <= 0 or > 1_000_000_000_000)
            throw EtlErrors.Clock(name, header.Clock);
        return header;
    }
}
