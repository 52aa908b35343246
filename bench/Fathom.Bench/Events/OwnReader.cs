using Fathom.Formats.NetTrace;
using Fathom.Formats.NetTrace.Fields;

namespace Fathom.Bench.Events;

/// <summary>Fathom's reader, with every payload looked at.</summary>
/// <param name="fields">Writes the fields of each event; null where their length is enough.</param>
internal sealed class OwnReader(PayloadJson? fields) : INetTraceSink
{
    private long _events;
    private long _payloadBytes;
    private long _chars;

    /// <summary>Events as they come.</summary>
    public static EventTotals Read(byte[] content) => Read(content, null, isOrdered: false);

    /// <summary>The same in the order of time.</summary>
    public static EventTotals ReadInOrder(byte[] content) => Read(content, null, isOrdered: true);

    /// <summary>The same with all fields as text.</summary>
    public static EventTotals ReadFields(byte[] content) => Read(content, new PayloadJson(), isOrdered: true);

    public void OnMetadata(EventMetadata metadata) => metadata.Tag = this;

    public void OnEvent(in NetTraceEvent at)
    {
        _events++;
        _payloadBytes += at.Payload.Length;
        if (fields is not null)
            _chars += fields.Write(at).Length;
    }

    private static EventTotals Read(byte[] content, PayloadJson? fields, bool isOrdered)
    {
        using MemoryStream stream = new(content, writable: false);
        OwnReader reader = new(fields);
        NetTraceReader trace = new(stream, "bench");
        if (isOrdered)
            trace.ReadInOrder(reader, CancellationToken.None);
        else
            trace.Read(reader, CancellationToken.None);
        return reader._chars < 0 ? default : new EventTotals(reader._events, reader._payloadBytes);
    }
}
