namespace Fathom.Formats.NetTrace;

/// <summary>An event of a stream. It refers to the reader's buffer: valid until it has been handled.</summary>
public readonly ref struct NetTraceEvent
{
    private readonly ref readonly EventHeader _header;
    private readonly StackTable _stacks;

    internal NetTraceEvent(NetTraceHeader trace, EventMetadata metadata, ref readonly EventHeader header, ReadOnlySpan<byte> payload, StackTable stacks)
    {
        Trace = trace;
        Metadata = metadata;
        Payload = payload;
        _header = ref header;
        _stacks = stacks;
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
    public StackAddresses Stack => _stacks.Find(_header.StackId);

    /// <summary>A reader of its fields.</summary>
    public PayloadReader Fields() => new(Payload, Trace.PointerSize);
}
