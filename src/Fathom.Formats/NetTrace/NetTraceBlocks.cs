namespace Fathom.Formats.NetTrace;

/// <summary>Reads the insides of blocks, and keeps what later blocks refer to: kinds of event, stacks, sequence numbers.</summary>
/// <param name="header">The stream.</param>
/// <param name="totals">What is read and lost is counted there.</param>
internal sealed class NetTraceBlocks(NetTraceHeader header, NetTraceTotals totals)
{
    /// <summary>The highest number of a kind of event that is believed; programs have some hundreds.</summary>
    private const uint MaxKinds = 64 * 1024;

    /// <summary>The most bytes of descriptions that are taken in; programs have some hundred kilobytes. What is kept of them is up to ten times as large.</summary>
    public const int MaxKindBytes = 16 * 1024 * 1024;

    private readonly MetadataParser _parser = new([]);
    private readonly StackTable _stacks = new(header.PointerSize);
    private readonly SequenceTracker _sequence = new();
    private EventMetadata?[] _kinds = new EventMetadata?[256];
    private long _kindBytes;

    /// <summary>Reads the inside of a block.</summary>
    public void Read(NetTraceObjectKind kind, ReadOnlySpan<byte> block, INetTraceSink sink)
    {
        bool isGood = kind switch
        {
            NetTraceObjectKind.EventBlock => ReadEvents(block, sink),
            NetTraceObjectKind.MetadataBlock => ReadMetadata(block, sink),
            NetTraceObjectKind.StackBlock => _stacks.Add(block, totals),
            NetTraceObjectKind.SequencePoint => ReadSequencePoint(block),
            _ => true,
        };
        if (!isGood)
            totals.DamagedBlocks++;
        if (kind is NetTraceObjectKind.Unknown or NetTraceObjectKind.Trace)
            totals.UnknownBlocks++;
        totals.DroppedEvents = _sequence.Dropped;
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
            uint id = events.Header.MetadataId;
            if (id >= _kinds.Length || _kinds[id] is not { } metadata)
                unknown++;
            else if (metadata.Tag is not null)
                sink.OnEvent(new NetTraceEvent(header, metadata, in events.Header, payload, _stacks));
        }

        totals.Events += count;
        totals.UnknownEvents += unknown;
        return !events.IsDamaged;
    }

    private bool ReadMetadata(ReadOnlySpan<byte> block, INetTraceSink sink)
    {
        EventBlobReader kinds = new(block);
        while (kinds.Next(out ReadOnlySpan<byte> payload))
        {
            _kindBytes += payload.Length;
            if (_kindBytes > MaxKindBytes || _parser.Parse(payload, out uint id) is not { } metadata || id is 0 or > MaxKinds)
            {
                totals.DamagedKinds++;
                continue;
            }

            if (id >= _kinds.Length)
                Array.Resize(ref _kinds, (int)Math.Max(id + 1, (uint)_kinds.Length * 2));
            _kinds[id] = metadata;
            sink.OnMetadata(metadata);
        }

        return !kinds.IsDamaged;
    }

    private bool ReadSequencePoint(ReadOnlySpan<byte> block)
    {
        _stacks.Clear();
        return _sequence.OnPoint(block);
    }
}
