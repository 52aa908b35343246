using Fathom.Formats.NetTrace;

namespace Fathom.Tests.Formats.NetTrace;

/// <summary>All events of a stream by Fathom's reader.</summary>
internal sealed class OwnEvents : INetTraceSink
{
    public List<SeenEvent> Events { get; } = [];

    public List<EventMetadata> Kinds { get; } = [];

    public NetTraceTotals Totals { get; private init; } = new();

    public NetTraceHeader Header { get; private init; } = null!;

    public static OwnEvents Of(byte[] content, string name = "test")
    {
        using MemoryStream stream = new(content);
        NetTraceReader reader = new(stream, name);
        OwnEvents events = new() { Header = reader.Header, Totals = reader.Totals };
        reader.Read(events, CancellationToken.None);
        events.Events.Sort();
        return events;
    }

    public void OnMetadata(EventMetadata metadata)
    {
        metadata.Tag = this;
        Kinds.Add(metadata);
    }

    public void OnEvent(in NetTraceEvent at)
    {
        StackAddresses stack = at.Stack;
        ulong hash = 0;
        for (int i = 0; i < stack.Depth; i++)
            hash = SeenEvent.Hash(hash, stack[i]);
        Events.Add(new SeenEvent(
            at.Header.Ticks, (long)at.Header.ThreadId, at.Metadata.Provider, at.Metadata.EventId, at.Payload.Length, SeenEvent.Hash(at.Payload), stack.Depth, hash));
    }
}
