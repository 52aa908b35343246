namespace Fathom.Formats.NetTrace;

/// <summary>Reads the insides of blocks, and keeps what later blocks refer to: kinds of event, stacks, threads, labels, sequence numbers.</summary>
/// <param name="header">The stream.</param>
/// <param name="totals">What is read and lost is counted there.</param>
internal sealed class NetTraceBlocks(NetTraceHeader header, NetTraceTotals totals)
{
    private readonly EventKinds _kinds = new(header.Version, totals);
    private readonly NetTraceTables _tables = new(header);
    private readonly SequenceTracker _sequence = new();
    private EventHeader _listed;

    /// <summary>Where events wait for their turn in the order of time; null where they are handed over as they come.</summary>
    public EventWindow? Window { get; private set; }

    /// <summary>Hands events over in the order of time from here on.</summary>
    public void Order(long windowBytes) => Window = new EventWindow(header, _tables, totals, windowBytes);

    /// <summary>Reads the inside of a block.</summary>
    public void Read(NetTraceObjectKind kind, ReadOnlySpan<byte> block, INetTraceSink sink)
    {
        bool isGood = kind switch
        {
            NetTraceObjectKind.EventBlock => header.Version switch
            {
                <= 3 => ReadListedEvents(block, sink),
                <= 5 => ReadEvents(block, sink),
                _ => ReadNumberedEvents(block, sink),
            },
            NetTraceObjectKind.MetadataBlock => header.Version >= 6 ? _kinds.ReadNumbered(block, sink) : _kinds.Read(block, sink),
            NetTraceObjectKind.StackBlock => _tables.Stacks.Add(block, totals),
            NetTraceObjectKind.SequencePoint => ReadSequencePoint(block, sink),
            NetTraceObjectKind.ThreadBlock => _tables.Threads.Add(block),
            NetTraceObjectKind.RemoveThreadBlock => RemoveThreads(block),
            NetTraceObjectKind.LabelListBlock => _tables.Labels.Add(block, totals),
            _ => true,
        };
        if (!isGood)
            totals.DamagedBlocks++;
        if (kind is NetTraceObjectKind.Unknown or NetTraceObjectKind.Trace)
            totals.UnknownBlocks++;
        totals.DroppedEvents = _sequence.Dropped;
    }

    /// <summary>Reads an event of versions 1 to 3, or the kind that it describes.</summary>
    /// <param name="place">Where it is in the stream.</param>
    /// <param name="content">What is behind its first number.</param>
    /// <param name="sink">Gets it.</param>
    public void ReadListed(uint place, ReadOnlySpan<byte> content, INetTraceSink sink)
    {
        if (!NetPerfEvent.TryRead(content, ref _listed, out ReadOnlySpan<byte> payload, out ReadOnlySpan<byte> stack))
        {
            totals.DamagedBlocks++;
        }
        else if (_listed.MetadataId == 0)
        {
            _kinds.AddListed(place, payload, sink);
        }
        else
        {
            totals.Events++;
            if (_listed.StackId != 0)
                _tables.Stacks.SetOwn(stack);
            if (_kinds.Find(_listed.MetadataId) is not { } metadata)
                totals.UnknownEvents++;
            else if (metadata.Tag is not null)
                Hand(metadata, in _listed, payload, sink);
        }
    }

    /// <summary>Hands over what still waits, at the end of the stream.</summary>
    public void Finish(INetTraceSink sink)
    {
        Window?.Flush(sink, long.MaxValue);
        totals.DroppedByThread = header.Version < 6 ? _sequence.DroppedOf : DroppedByNumber();
    }

    private bool ReadListedEvents(ReadOnlySpan<byte> block, INetTraceSink sink)
    {
        PayloadReader reader = new(block, 8);
        while (reader.Remaining > 0)
        {
            int place = reader.Position;
            ReadOnlySpan<byte> content = reader.Bytes(reader.UInt32());
            if (reader.IsShort || content.Length < NetPerfEvent.LeastSize)
                return false;
            ReadListed((uint)place, content, sink);
        }

        return true;
    }

    private bool ReadEvents(ReadOnlySpan<byte> block, INetTraceSink sink)
    {
        EventBlobReader events = new(block);
        long count = 0;
        long unknown = 0;
        while (events.Next(out ReadOnlySpan<byte> payload))
        {
            count++;
            _sequence.On(events.Header.CaptureThreadId, events.Header.SequenceNumber);
            if (_kinds.Find(events.Header.MetadataId) is not { } metadata)
                unknown++;
            else if (metadata.Tag is not null)
                Hand(metadata, in events.Header, payload, sink);
            if (events.Header.IsSorted)
                Window?.OnSorted(sink, events.Header.Ticks);
        }

        totals.Events += count;
        totals.UnknownEvents += unknown;
        return !events.IsDamaged;
    }

    private bool ReadNumberedEvents(ReadOnlySpan<byte> block, INetTraceSink sink)
    {
        EventBlobReader events = new(block, hasLabels: true);
        while (events.Next(out ReadOnlySpan<byte> payload))
        {
            totals.Events++;
            _sequence.On(events.Header.CaptureThreadId, events.Header.SequenceNumber);
            if (_kinds.Find(events.Header.MetadataId) is not { } metadata)
                totals.UnknownEvents++;
            else if (metadata.Tag is not null)
                HandNumbered(metadata, events.Header, payload, sink);
            if (events.Header.IsSorted)
                Window?.OnSorted(sink, events.Header.Ticks);
        }

        return !events.IsDamaged;
    }

    private void HandNumbered(EventMetadata metadata, EventHeader at, ReadOnlySpan<byte> payload, INetTraceSink sink)
    {
        at.ThreadIndex = at.ThreadId;
        NetTraceThread thread = _tables.Threads.Find(at.ThreadIndex, out bool isKnown);
        if (!isKnown)
            totals.UnknownThreads++;
        (at.ThreadId, at.ProcessId) = (thread.ThreadId, thread.ProcessId);
        if (at.LabelListId != 0)
        {
            foreach (EventLabel label in _tables.Labels.Find(at.LabelListId))
            {
                if (label.Kind == EventLabelKind.Activity)
                    at.ActivityId = new Guid(label.Bytes);
                else if (label.Kind == EventLabelKind.RelatedActivity)
                    at.RelatedActivityId = new Guid(label.Bytes);
            }
        }

        Hand(metadata, in at, payload, sink);
    }

    private void Hand(EventMetadata metadata, in EventHeader at, ReadOnlySpan<byte> payload, INetTraceSink sink)
    {
        if (Window is null)
            sink.OnEvent(new NetTraceEvent(header, metadata, in at, payload, _tables));
        else
            Window.Add(sink, metadata, in at, payload);
    }

    private bool ReadSequencePoint(ReadOnlySpan<byte> block, INetTraceSink sink)
    {
        Window?.Flush(sink, long.MaxValue);
        _tables.Stacks.Clear();
        if (header.Version < 6)
            return _sequence.OnPoint(block);
        _tables.Labels.Clear();
        bool isGood = _sequence.OnNumberedPoint(block, out uint flags);
        _tables.Threads.OnPoint((flags & SequenceTracker.EndsThreads) != 0);
        if ((flags & SequenceTracker.EndsKinds) != 0)
            _kinds.Clear();
        return isGood;
    }

    private bool RemoveThreads(ReadOnlySpan<byte> block)
    {
        PayloadReader reader = new(block, 8);
        while (reader.Remaining > 0)
        {
            ulong index = reader.VarUInt64();
            uint number = reader.VarUInt32();
            if (reader.IsShort)
                return false;
            _sequence.OnRemoved(index, number);
            _tables.Threads.Remove(index);
        }

        return true;
    }

    private Dictionary<ulong, long> DroppedByNumber()
    {
        Dictionary<ulong, long> dropped = [];
        foreach ((ulong index, long count) in _sequence.DroppedOf)
        {
            ulong thread = _tables.Threads.Find(index, out _).ThreadId;
            dropped[thread] = dropped.GetValueOrDefault(thread) + count;
        }

        return dropped;
    }
}
