using Fathom.Bench.Events;
using Fathom.Bench.Measuring;

namespace Fathom.Bench.Areas;

/// <summary>Events per second out of a nettrace stream of the garbage collector and allocations, beside TraceEvent on the same bytes.</summary>
internal static class EventsBench
{
    // TraceEvent sorts and dispatches through its parsers, which is part of what it is for.
    private const double LeastRatio = 3;
    private const double LeastOrderedRatio = 1;

    // Both readers are compiled anew while they run; later rounds are those of the final code.
    private const int WarmUps = 4;

    // The reader's buffers and tables, some 200 KB a stream; any object per event would be 24.
    private const double MostBytesPerEvent = 2;

    /// <summary>Measures, and compares with the limits.</summary>
    public static int Run(BenchOptions options)
    {
        byte[] content = EventStream.Make(options.Short ? 300_000 : 1_000_000);
        int rounds = 9;
        Comparison comparison = new(options.Output);
        EventTotals peer = TraceEventPeer.Read(content);
        EventTotals own = OwnReader.Read(content);
        comparison.Say("stream", content.Length / 1e6, "MB");
        comparison.Equal("events", peer.Events, own.Events);
        comparison.Equal("bytes of payload", peer.PayloadBytes, own.PayloadBytes);
        List<TimeSpan> peers = [];
        List<TimeSpan> owns = [];
        List<TimeSpan> ordered = [];
        List<TimeSpan> texts = [];
        long allocated = 0;
        for (int i = -WarmUps; i < rounds; i++)
        {
            long before = GC.GetAllocatedBytesForCurrentThread();
            TimeSpan time = Time(() => OwnReader.Read(content));
            allocated = GC.GetAllocatedBytesForCurrentThread() - before;
            TimeSpan peerTime = Time(() => TraceEventPeer.Read(content));
            TimeSpan orderedTime = Time(() => OwnReader.ReadInOrder(content));
            TimeSpan textTime = Time(() => OwnReader.ReadFields(content));
            if (i < 0)
                continue;
            owns.Add(time);
            peers.Add(peerTime);
            ordered.Add(orderedTime);
            texts.Add(textTime);
        }

        double peerSeconds = Median.Of(peers.Select(time => time.TotalSeconds));
        comparison.Say("TraceEvent (peer)", peer.Events / peerSeconds / 1e6, "M events/s");
        comparison.Say("Fathom", own.Events / Median.Of(owns.Select(time => time.TotalSeconds)) / 1e6, "M events/s");
        comparison.Say("Fathom, with all fields as text", own.Events / Median.Of(texts.Select(time => time.TotalSeconds)) / 1e6, "M events/s");
        comparison.Faster("all events with payload", TimeSpan.FromSeconds(peerSeconds), owns, LeastRatio);
        comparison.Faster("all events in the order of time", TimeSpan.FromSeconds(peerSeconds), ordered, LeastOrderedRatio);
        comparison.AtMost("allocated per event", (double)allocated / own.Events, MostBytesPerEvent, "bytes");
        return options.ExitCode(comparison.AllKept);
    }

    // Time on the processor: each reader uses one thread, and other programs do not count.
    private static TimeSpan Time(Func<EventTotals> read)
    {
        TimeSpan before = Environment.CpuUsage.TotalTime;
        read();
        return Environment.CpuUsage.TotalTime - before;
    }
}
