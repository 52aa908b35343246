using Microsoft.Diagnostics.Tracing;

namespace Fathom.Bench.Events;

/// <summary>The TraceEvent library, with its length of every payload asked.</summary>
internal static class TraceEventPeer
{
    public static EventTotals Read(byte[] content)
    {
        using MemoryStream stream = new(content, writable: false);
        using EventPipeEventSource source = new(stream);
        long events = 0;
        long payloadBytes = 0;
        source.AllEvents += seen =>
        {
            events++;
            payloadBytes += seen.EventDataLength;
        };
        source.Process();
        return new EventTotals(events, payloadBytes);
    }
}
