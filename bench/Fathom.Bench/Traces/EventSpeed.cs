using Fathom.Bench.Events;
using Fathom.Bench.Measuring;
using Fathom.Sources.Traces.EventPipe;
using Microsoft.Diagnostics.Tracing.Etlx;

namespace Fathom.Bench.Traces;

/// <summary>A file of runtime events: decoded, beside TraceEvent that decodes the same bytes, and as committed tables, beside TraceEvent that writes its own file of them.</summary>
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

        List<TimeSpan> peers = [], logs = [], decoded = [], ordered = [];
        List<WholeWay> ways = [];
        for (int i = -WarmUps; i < Rounds; i++)
        {
            TimeSpan peerTime = ProcessorTime.Of(() => TraceEventPeer.Read(content));
            TimeSpan time = ProcessorTime.Of(() => OwnReader.Read(content));
            TimeSpan orderedTime = ProcessorTime.Of(() => OwnReader.ReadInOrder(content));
            TimeSpan logTime = ProcessorTime.Of(() => TraceLog.CreateFromEventPipeDataFile(file, file + ".etlx"));
            WholeWay way = WholeWay.Of(new NetTraceExtractor(file), Path.Combine(folder, "events.fathom"));
            if (i < 0)
                continue;
            peers.Add(peerTime);
            logs.Add(logTime);
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
        // What both keep for later questions: TraceEvent's file of events in order with their stacks, and tables with all fields.
        TimeSpan log = TimeSpan.FromSeconds(Median.Of(logs.Select(static time => time.TotalSeconds)));
        comparison.Faster("as tables, TraceEvent as etlx", log, ways.Select(static way => way.Wall), LeastCommittedRatio);
        comparison.Noise([.. ways.Select(static way => way.Wall)]);
        comparison.Say("  beside TraceEvent that decodes", middle.TotalSeconds / Median.Of(ways.Select(static way => way.Wall.TotalSeconds)), "times as fast");
        comparison.Say("  and by time on processors", middle.TotalSeconds / Median.Of(ways.Select(static way => way.Processor.TotalSeconds)), "times as fast");
        comparison.Say("  raw file to recording", (double)content.Length / ways[^1].RecordingBytes, "times");
    }
}
