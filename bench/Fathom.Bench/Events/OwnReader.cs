using Fathom.Formats.NetTrace;

namespace Fathom.Bench.Events;

/// <summary>Fathom's reader, with every payload looked at.</summary>
internal sealed class OwnReader : INetTraceSink
{
    private long _events;
    private long _payloadBytes;

    public static EventTotals Read(byte[] content)
    {
        using MemoryStream stream = new(content, writable: false);
        OwnReader reader = new();
        new NetTraceReader(stream, "bench").Read(reader, CancellationToken.None);
        return new EventTotals(reader._events, reader._payloadBytes);
    }

    public void OnMetadata(EventMetadata metadata) => metadata.Tag = this;

    public void OnEvent(in NetTraceEvent at)
    {
        _events++;
        _payloadBytes += at.Payload.Length;
    }
}
