using System.Buffers.Binary;

namespace Fathom.Formats.NetTrace.Cutting;

/// <summary>
/// What a stream of events must be told so that it can begin at a time: its head, the kinds of events, the code that is there, and the stacks that later events may name.
/// </summary>
/// <remarks>It is kept as objects of a ring (<see cref="TraceObject"/>), and the code as objects of the kind 100: i32 event, i32 version, payload.</remarks>
public sealed class RuntimeMoment
{
    internal const NetTraceObjectKind CodeKind = (NetTraceObjectKind)100;

    private const int CodeHead = 8;

    private readonly List<(TraceObject Head, byte[] Bytes)> _kinds = [];
    private readonly List<(TraceObject Head, byte[] Bytes)> _stacks = [];
    private readonly NetTraceTotals _totals = new();
    private EventKinds? _known;
    private byte[] _head = [];
    private TraceObject _headObject;

    /// <summary>Whether the head came.</summary>
    public bool HasHead => Header is not null;

    /// <summary>Code that found no room.</summary>
    public long CodeWithoutRoom => Code.WithoutRoom;

    internal NetTraceHeader? Header { get; private set; }

    internal ReadOnlySpan<byte> HeadBytes => _head;

    internal TraceObject HeadObject => _headObject;

    internal KnownCode Code { get; } = new();

    /// <summary>Takes the objects of a file, and of these the events before a time.</summary>
    /// <param name="stream">The file.</param>
    /// <param name="untilNs">The time.</param>
    public void Take(Stream stream, long untilNs)
    {
        KeptObjects objects = new(stream);
        while (objects.Next(out TraceObject head, out ReadOnlySpan<byte> bytes))
            Take(head, bytes, untilNs);
    }

    /// <summary>Keeps what was taken in a file of its own.</summary>
    /// <param name="into">The file.</param>
    public void Write(Stream into)
    {
        if (!HasHead)
            return;
        _headObject.Keep(into, _head);
        foreach ((TraceObject head, byte[] bytes) in _kinds.Concat(_stacks))
            head.Keep(into, bytes);
        foreach ((int eventId, int version, byte[] payload) in Code.All)
        {
            byte[] code = new byte[CodeHead + payload.Length];
            BinaryPrimitives.WriteInt32LittleEndian(code, eventId);
            BinaryPrimitives.WriteInt32LittleEndian(code.AsSpan(4), version);
            payload.CopyTo(code.AsSpan(CodeHead));
            new TraceObject(CodeKind, 0, 0).Keep(into, code);
        }
    }

    internal EventMetadata? Find(uint id) => _known?.Find(id);

    internal void Take(TraceObject head, ReadOnlySpan<byte> bytes, long untilNs)
    {
        switch (head.Kind)
        {
            case NetTraceObjectKind.Trace when Header is null:
                Header = NetTraceHeader.Parse(bytes, head.Version);
                (_headObject, _head, _known) = (head, bytes.ToArray(), new EventKinds(head.Version, _totals));
                break;
            case NetTraceObjectKind.MetadataBlock when _known is not null:
                _known.Read(bytes, NoSink.Instance);
                _kinds.Add((head, bytes.ToArray()));
                break;
            case NetTraceObjectKind.StackBlock:
                _stacks.Add((head, bytes.ToArray()));
                break;
            case NetTraceObjectKind.SequencePoint:
                _stacks.Clear();
                break;
            case CodeKind when bytes.Length > CodeHead:
                Code.Add(BinaryPrimitives.ReadInt32LittleEndian(bytes), BinaryPrimitives.ReadInt32LittleEndian(bytes[4..]), bytes[CodeHead..]);
                break;
            case NetTraceObjectKind.EventBlock when Header is { } header:
                EventBlobReader events = new(bytes);
                while (events.Next(out ReadOnlySpan<byte> payload))
                {
                    if (header.Nanoseconds(events.Header.Ticks) < untilNs && _known!.Find(events.Header.MetadataId) is { } metadata)
                        Code.On(metadata, payload);
                }

                break;
        }
    }

    private sealed class NoSink : INetTraceSink
    {
        public static readonly NoSink Instance = new();

        public void OnMetadata(EventMetadata metadata)
        {
        }

        public void OnEvent(in NetTraceEvent at)
        {
        }
    }
}
