using Fathom.Bench.Events;
using Fathom.Bench.Measuring;
using Fathom.Sources.Traces.EventPipe;

namespace Fathom.Bench.Traces;

/// <summary>A file of runtime events: decoded, and as committed tables, beside TraceEvent that decodes the same bytes.</summary>
internal static class EventSpeed
{
    private const double LeastRatio = 5;
    private const double LeastCommittedRatio = 2;

    // Both readers are compiled anew while they run; later rounds are those of the final code.
    private const int WarmUps = 2;
    private const int Rounds = 5;

    /// <summary>Measures, and compares with the limits.</summary>
    /// <param name="comparison">Gets the figures.</param>
    /// <param name="isShort">Whether a smaller file is enough.</param>
    /// <param name="folder">Room for files.</param>
    public static void Measure(Comparison comparison, bool isShort, string folder)
    {
        byte[] content = EventStream.Make(isShort ? 150_000 : 1_000_000);
        string file = Path.Combine(folder, "bench.nettrace");
        File.WriteAllBytes(file, content);
        EventTotals peer = TraceEventPeer.Read(content), own = OwnReader.Read(content);
        comparison.Say("runtime events", content.Length / 1e6, "MB");
        comparison.Equal("events", peer.Events, own.Events);
        comparison.Equal("bytes of payload", peer.PayloadBytes, own.PayloadBytes);

        List<TimeSpan> peers = [], decoded = [], ordered = [];
        List<WholeWay> ways = [];
        for (int i = -WarmUps; i < Rounds; i++)
        {
            TimeSpan peerTime = ProcessorTime.Of(() => TraceEventPeer.Read(content));
            TimeSpan time = ProcessorTime.Of(() => OwnReader.Read(content));
            TimeSpan orderedTime = ProcessorTime.Of(() => OwnReader.ReadInOrder(content));
            WholeWay way = WholeWay.Of(new NetTraceExtractor(file), Path.Combine(folder, "events.fathom"));
            if (i < 0)
                continue;
            peers.Add(peerTime);
            decoded.Add(time);
            ordered.Add(orderedTime);
            ways.Add(way);
        }

        TimeSpan middle = TimeSpan.FromSeconds(Median.Of(peers.Select(static time => time.TotalSeconds)));
        comparison.Say("TraceEvent, decoded (peer)", peer.Events / middle.TotalSeconds / 1e6, "M events/s");
        comparison.Noise(peers);
        comparison.Faster("events decoded", middle, decoded, LeastRatio);
        comparison.Noise(decoded);
        comparison.Say("  in the order of time", middle.TotalSeconds / Median.Of(ordered.Select(static time => time.TotalSeconds)), "times as fast");
        comparison.Faster("events as committed tables", middle, ways.Select(static way => way.Wall), LeastCommittedRatio);
        comparison.Noise([.. ways.Select(static way => way.Wall)]);
        comparison.Say("  by time on processors", middle.TotalSeconds / Median.Of(ways.Select(static way => way.Processor.TotalSeconds)), "times as fast");
        comparison.Say("  raw file to recording", (double)content.Length / ways[^1].RecordingBytes, "times");
    }
}
