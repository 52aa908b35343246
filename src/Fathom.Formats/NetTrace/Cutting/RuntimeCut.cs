using System.Buffers.Binary;

namespace Fathom.Formats.NetTrace.Cutting;

/// <summary>
/// Makes a stream of events of a span of time of a longer one, which lies in several files of a ring. What runtimes tell of their code at the end of a session is kept whenever it came.
/// </summary>
public sealed class RuntimeCut
{
    private const uint FirstOwnKind = 60_000;
    private const int BlockBytes = 1 << 18;
    private const ulong OwnThread = ulong.MaxValue;

    private readonly RuntimeMoment _begin = new();
    private readonly RuntimeMoment _kinds = new();
    private readonly PlainEvents _block = new();
    private readonly List<(TraceObject Head, byte[] Bytes)> _stacks = [];
    private readonly Stream _into;
    private readonly long _fromNs;
    private readonly long _toNs;
    private uint _number;
    private bool _hasLeftOut;

    private RuntimeCut(Stream into, (long FromNs, long ToNs) span) => (_into, _fromNs, _toNs) = (into, span.FromNs, span.ToNs);

    /// <summary>Writes it.</summary>
    /// <param name="files">The files, in the order of time. One that is cut off is read up to there.</param>
    /// <param name="names">Files of the same process that tell of its code; null for none.</param>
    /// <param name="span">Begin and end on the clock of the recording; what is at the end is left out.</param>
    /// <param name="isWhole">Whether the stream is over: it gets its end.</param>
    /// <param name="into">Gets the stream.</param>
    /// <returns>False where no file has the head of the stream: nothing was written then.</returns>
    public static bool Write(
        IReadOnlyList<Func<Stream>> files, IReadOnlyList<Func<Stream>>? names, (long FromNs, long ToNs) span, bool isWhole, Stream into)
    {
        RuntimeCut cut = new(into, span);
        foreach (Func<Stream> open in files)
        {
            using Stream file = open();
            cut._begin.Take(file, span.FromNs);
        }

        if (!cut._begin.HasHead)
            return false;
        cut.WriteHead();
        cut.WriteCode(names ?? []);
        foreach (Func<Stream> open in files)
        {
            using Stream file = open();
            cut.Copy(file);
        }

        if (isWhole)
            TraceObject.WriteEnd(into);
        return true;
    }

    // The time of day has milliseconds, so both of its times move by whole ones.
    private void WriteHead()
    {
        NetTraceHeader header = _begin.Header!;
        byte[] head = _begin.HeadBytes.ToArray();
        long later = Math.Max(0, (_fromNs - header.Nanoseconds(header.StartTicks)) / 1_000_000);
        DateTime start = header.StartUtc.AddMilliseconds(later);
        int[] time = [start.Year, start.Month, (int)start.DayOfWeek, start.Day, start.Hour, start.Minute, start.Second, start.Millisecond];
        for (int i = 0; i < time.Length; i++)
            BinaryPrimitives.WriteUInt16LittleEndian(head.AsSpan(i * 2), (ushort)time[i]);
        BinaryPrimitives.WriteInt64LittleEndian(head.AsSpan(16), header.StartTicks + (long)((Int128)later * header.TicksPerSecond / 1_000));
        TraceObject.WriteStart(_into);
        _begin.HeadObject.Write(_into, head);
    }

    private void WriteCode(IReadOnlyList<Func<Stream>> names)
    {
        List<(int EventId, int Version, byte[] Payload)> told = [.. _begin.Code.All];
        foreach (Func<Stream> open in names)
        {
            using Stream file = open();
            told.AddRange(Told(file));
        }

        (int EventId, int Version)[] kinds = [.. told.Select(static each => (each.EventId, each.Version)).Distinct()];
        if (kinds.Length == 0)
            return;
        for (int i = 0; i < kinds.Length; i++)
            _block.AddKind(FirstOwnKind + (uint)i, KnownCode.Rundown, kinds[i].EventId, kinds[i].Version);
        new TraceObject(NetTraceObjectKind.MetadataBlock, 2, 2).Write(_into, _block.Take());
        long ticks = Ticks(_fromNs);
        foreach ((int eventId, int version, byte[] payload) in told)
        {
            _block.Add(
                new EventHeader
                {
                    MetadataId = FirstOwnKind + (uint)Array.IndexOf(kinds, (eventId, version)), SequenceNumber = ++_number, CaptureThreadId = OwnThread, Ticks = ticks, IsSorted = true,
                },
                payload);
            if (_block.Bytes >= BlockBytes)
                WriteBlock();
        }

        WriteBlock();
    }

    // All that it tells at its end, in its order: which IL code was made of comes before the code.
    private static List<(int EventId, int Version, byte[] Payload)> Told(Stream names)
    {
        RuntimeMoment kinds = new();
        List<(int, int, byte[])> told = [];
        KeptObjects objects = new(names);
        while (objects.Next(out TraceObject head, out ReadOnlySpan<byte> bytes))
        {
            if (head.Kind != NetTraceObjectKind.EventBlock)
            {
                kinds.Take(head, bytes, 0);
                continue;
            }

            EventBlobReader events = new(bytes);
            while (events.Next(out ReadOnlySpan<byte> payload))
            {
                if (kinds.Find(events.Header.MetadataId) is { Provider: KnownCode.Rundown } metadata)
                    told.Add((metadata.EventId, metadata.Version, payload.ToArray()));
            }
        }

        return told;
    }

    private void Copy(Stream file)
    {
        KeptObjects objects = new(file);
        while (objects.Next(out TraceObject head, out ReadOnlySpan<byte> bytes))
        {
            switch (head.Kind)
            {
                case NetTraceObjectKind.MetadataBlock:
                    _kinds.Take(head, bytes, 0);
                    head.Write(_into, bytes);
                    break;
                case NetTraceObjectKind.Trace:
                    _kinds.Take(head, bytes, 0);
                    break;
                // Stacks are needed by the events behind them only.
                case NetTraceObjectKind.StackBlock:
                    _stacks.Add((head, bytes.ToArray()));
                    break;
                case NetTraceObjectKind.SequencePoint:
                    OnPoint(head, bytes);
                    break;
                case NetTraceObjectKind.EventBlock:
                    CopyEvents(bytes);
                    break;
            }
        }
    }

    // What was left out on purpose is no loss: nobody is told the numbers of events then.
    private void OnPoint(TraceObject head, ReadOnlySpan<byte> bytes)
    {
        _stacks.Clear();
        long ns = bytes.Length >= 8 ? _begin.Header!.Nanoseconds(BinaryPrimitives.ReadInt64LittleEndian(bytes)) : 0;
        if (ns >= _fromNs && !_hasLeftOut)
            head.Write(_into, bytes);
        else
            Forget(head);
    }

    private void Forget(TraceObject head)
    {
        byte[] nobody = new byte[12];
        BinaryPrimitives.WriteInt64LittleEndian(nobody, Ticks(_fromNs));
        head.Write(_into, nobody);
        _hasLeftOut = false;
    }

    private void CopyEvents(ReadOnlySpan<byte> block)
    {
        EventBlobReader events = new(block);
        while (events.Next(out ReadOnlySpan<byte> payload))
        {
            long ns = _begin.Header!.Nanoseconds(events.Header.Ticks);
            bool isTold = _kinds.Find(events.Header.MetadataId) is { Provider: KnownCode.Rundown };
            EventHeader at = events.Header;
            if (ns >= _toNs && isTold)
                at.Ticks = Ticks(Math.Max(_fromNs, _toNs - 1));
            if (!isTold && ns >= _toNs)
                _hasLeftOut = true;
            else if (ns >= _fromNs)
                _block.Add(in at, payload);
        }

        if (_block.IsEmpty)
            return;
        if (_hasLeftOut)
            Forget(new TraceObject(NetTraceObjectKind.SequencePoint, 2, 2));
        foreach ((TraceObject head, byte[] bytes) in _stacks)
            head.Write(_into, bytes);
        _stacks.Clear();
        WriteBlock();
    }

    private void WriteBlock()
    {
        if (!_block.IsEmpty)
            new TraceObject(NetTraceObjectKind.EventBlock, 2, 2).Write(_into, _block.Take());
    }

    private long Ticks(long ns) => _begin.Header!.TicksPerSecond == 1_000_000_000 ? ns : (long)((Int128)ns * _begin.Header.TicksPerSecond / 1_000_000_000);
}
