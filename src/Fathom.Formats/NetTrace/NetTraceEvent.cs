namespace Fathom.Formats.NetTrace;

/// <summary>An event of a stream. It refers to the reader's buffer: valid until it has been handled.</summary>
public readonly ref struct NetTraceEvent
{
    private readonly ref readonly EventHeader _header;
    private readonly NetTraceTables _tables;
    private readonly StackAddresses _own;

    internal NetTraceEvent(
        NetTraceHeader trace, EventMetadata metadata, ref readonly EventHeader header, ReadOnlySpan<byte> payload, NetTraceTables tables,
        StackAddresses own = default)
    {
        _own = own;
        Trace = trace;
        Metadata = metadata;
        Payload = payload;
        _header = ref header;
        _tables = tables;
    }

    /// <summary>The stream.</summary>
    public NetTraceHeader Trace { get; }

    /// <summary>Its kind.</summary>
    public EventMetadata Metadata { get; }

    /// <summary>Its fields.</summary>
    public ReadOnlySpan<byte> Payload { get; }

    /// <summary>Time, threads, processor, activities.</summary>
    public ref readonly EventHeader Header => ref _header;

    /// <summary>Its call stack.</summary>
    public StackAddresses Stack => _header.StackId == 0 ? _own : _tables.Stacks.Find(_header.StackId);

    /// <summary>Its labels; none before version 6.</summary>
    public EventLabels Labels => _tables.Labels.Find(_header.LabelListId);

    /// <summary>The process that it is of; 0 where the stream does not tell.</summary>
    public ulong ProcessId => Trace.Version >= 6 ? _header.ProcessId : (ulong)Trace.ProcessId;

    /// <summary>Name of the thread that it is about; empty before version 6 and where the stream does not tell.</summary>
    public string ThreadName => Trace.Version >= 6 ? _tables.Threads.Find(_header.ThreadIndex, out _).Name : "";

    /// <summary>1 critical … 5 verbose.</summary>
    public int Level => (int)Labelled(EventLabelKind.Level, Metadata.Level);

    /// <summary>The groups that it belongs to.</summary>
    public ulong Keywords => (ulong)Labelled(EventLabelKind.Keywords, (long)Metadata.Keywords);

    /// <summary>What it does.</summary>
    public int OpCode => (int)Labelled(EventLabelKind.OpCode, Metadata.OpCode);

    /// <summary>Version of its fields.</summary>
    public int Version => (int)Labelled(EventLabelKind.Version, Metadata.Version);

    /// <summary>A reader of its fields.</summary>
    public PayloadReader Fields() => new(Payload, Trace.PointerSize);

    private long Labelled(EventLabelKind kind, long usual)
    {
        if (_header.LabelListId == 0)
            return usual;
        foreach (EventLabel label in Labels)
        {
            if (label.Kind == kind)
                usual = label.Number;
        }

        return usual;
    }
}
