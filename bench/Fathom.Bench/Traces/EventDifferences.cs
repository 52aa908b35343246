using System.Globalization;
using Fathom.Formats.NetTrace;
using Microsoft.Diagnostics.Tracing;
using Microsoft.Diagnostics.Tracing.EventPipe;
using Microsoft.Diagnostics.Tracing.Parsers;
using Microsoft.Diagnostics.Tracing.Parsers.Clr;

namespace Fathom.Bench.Traces;

/// <summary>Every event of a file by Fathom's reader and by TraceEvent, and counts that others wrote down.</summary>
/// <param name="Events">Events by Fathom's reader.</param>
/// <param name="FromPeer">Events that only one of the two has; ticks, thread, number and length of payload are compared.</param>
/// <param name="FromBaseline">Names of events whose count in the baseline is another one; null where there is no baseline.</param>
internal sealed record EventDifferences(long Events, long FromPeer, long? FromBaseline)
{
    /// <summary>Compares.</summary>
    /// <param name="content">The file.</param>
    /// <param name="baseline">Lines of its baseline; none where there is none.</param>
    public static EventDifferences Of(byte[] content, string[] baseline)
    {
        Dictionary<(long, long, int, int), long> seen = [];
        Dictionary<(string, int), string> names = [];
        using (EventPipeEventSource source = new(new MemoryStream(content, writable: false)))
        {
            // The library names events of which it has a parser.
            source.Clr.All += static _ => { };
            new ClrRundownTraceEventParser(source).All += static _ => { };
            new ClrPrivateTraceEventParser(source).All += static _ => { };
            new SampleProfilerTraceEventParser(source).All += static _ => { };
            source.Dynamic.All += static _ => { };
            source.AllEvents += at =>
            {
#pragma warning disable CS0618 // The ticks themselves are compared, not a rounded time.
                Add(seen, (at.TimeStampQPC, at.ThreadID, (int)at.ID, at.EventDataLength), 1);
#pragma warning restore CS0618
                names.TryAdd((at.ProviderName, (int)at.ID), $"{at.ProviderName}/{at.EventName}");
            };
            source.Process();
        }

        Dictionary<string, long> counts = [];
        long events = 0;
        NetTraceReader reader = new(new MemoryStream(content, writable: false), "bench");
        reader.Read(
            new EventTeller((in NetTraceEvent at) =>
            {
                events++;
                Add(seen, (at.Header.Ticks, (long)at.Header.ThreadId, at.Metadata.EventId, at.Payload.Length), -1);
                // The baseline has one name for the pressure of memory: that of a manifest, which the file does not have.
                (string Provider, int Id) kind = (at.Metadata.Provider, at.Metadata.EventId);
                Add(counts, kind is ("Microsoft-Windows-DotNETRuntime", 200 or 201) ? "Microsoft-Windows-DotNETRuntime/GC" : names.GetValueOrDefault(kind, ""), 1);
            }),
            CancellationToken.None);
        long others = baseline.Select(static line => line.TrimStart('\uFEFF').Split(", ", 3)).Count(line => counts.GetValueOrDefault(line[0]) != long.Parse(line[1], CultureInfo.InvariantCulture));
        return new EventDifferences(events, seen.Values.Sum(Math.Abs), baseline.Length == 0 ? null : others);
    }

    private static void Add<TKey>(Dictionary<TKey, long> counts, TKey key, long count)
        where TKey : notnull => counts[key] = counts.GetValueOrDefault(key) + count;

    private delegate void Told(in NetTraceEvent at);

    private sealed class EventTeller(Told told) : INetTraceSink
    {
        public void OnMetadata(EventMetadata metadata) => metadata.Tag = this;

        public void OnEvent(in NetTraceEvent at) => told(in at);
    }
}
