using System.Diagnostics;
using Fathom.Bench.Events;
using Fathom.Bench.Measuring;

namespace Fathom.Bench.Areas;

/// <summary>Events per second out of a nettrace stream of the garbage collector and allocations, beside TraceEvent on the same bytes.</summary>
internal static class EventsBench
{
    // Both readers share the fate of a busy machine; TraceEvent sorts and dispatches through its parsers, which is part of what it is for.
    private const double LeastRatio = 3;

    // The reader's buffers and tables, some 200 KB a stream; any object per event would be 24.
    private const double MostBytesPerEvent = 2;

    /// <summary>Measures, and compares with the limits.</summary>
    public static int Run(BenchOptions options)
    {
        byte[] content = EventStream.Make(options.Short ? 100_000 : 1_000_000);
        int rounds = options.Short ? 3 : 7;
        Comparison comparison = new(options.Output);
        EventTotals peer = TraceEventPeer.Read(content);
        EventTotals own = OwnReader.Read(content);
        comparison.Say("stream", content.Length / 1e6, "MB");
        comparison.Equal("events", peer.Events, own.Events);
        comparison.Equal("bytes of payload", peer.PayloadBytes, own.PayloadBytes);
        List<TimeSpan> peers = [];
        List<TimeSpan> owns = [];
        long allocated = GC.GetAllocatedBytesForCurrentThread();
        for (int i = 0; i < rounds; i++)
            owns.Add(Time(() => OwnReader.Read(content)));
        allocated = (GC.GetAllocatedBytesForCurrentThread() - allocated) / rounds;
        for (int i = 0; i < rounds; i++)
            peers.Add(Time(() => TraceEventPeer.Read(content)));
        double peerSeconds = Median.Of(peers.Select(time => time.TotalSeconds));
        comparison.Say("TraceEvent (peer)", peer.Events / peerSeconds / 1e6, "M events/s");
        comparison.Say("Fathom", own.Events / Median.Of(owns.Select(time => time.TotalSeconds)) / 1e6, "M events/s");
        comparison.Faster("all events with payload", TimeSpan.FromSeconds(peerSeconds), owns, LeastRatio);
        comparison.AtMost("allocated per event", (double)allocated / own.Events, MostBytesPerEvent, "bytes");
        return options.ExitCode(comparison.AllKept);
    }

    private static TimeSpan Time(Func<EventTotals> read)
    {
        Stopwatch time = Stopwatch.StartNew();
        read();
        return time.Elapsed;
    }
}
