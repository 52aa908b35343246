using Fathom.Bench.Measuring;
using Fathom.Sources.Traces.Perf;

namespace Fathom.Bench.Traces;

/// <summary>A recording of perf with stacks: events per second decoded, with states, and as committed tables, beside perf script on the same file.</summary>
internal static class PerfSpeed
{
    // perf script also writes text; its fastest way to give all of it has addresses and no names.
    private const double LeastRatio = 10;

    private const double LeastMillionsPerSecond = 2.5;
    private const double LeastMillionsCommitted = 1;

    // Of the raw file.
    private const double MostBytesOfRecording = 0.1;

    // Tables of the reader and the window of two rounds, some 2 MB a recording; any object per event would be 24.
    private const double MostBytesPerEvent = 20;

    private const int WarmUps = 3;
    private const int Rounds = 7;

    /// <summary>Measures, and compares with the limits.</summary>
    /// <param name="comparison">Gets the figures.</param>
    /// <param name="isShort">Whether a smaller recording is enough.</param>
    /// <param name="folder">Room for files.</param>
    public static void Measure(Comparison comparison, bool isShort, string folder)
    {
        string file = Path.Combine(folder, "bench.data");
        PerfPeer.Record(file, isShort ? 60_000 : 250_000);
        TraceTotals own = OwnTraceReader.Read(file);
        comparison.Say("recording of perf", new FileInfo(file).Length / 1e6, "MB");
        comparison.Say("addresses per event", (double)own.Addresses / own.Samples, "");
        comparison.Equal("samples", PerfPeer.Samples(file), own.Samples);
        (int stacks, long waits, long sliceNs, long lifeNs) = OwnScheduleReader.Read(file);
        comparison.Say("distinct stacks", stacks, "");
        comparison.Say("waits", waits, "");
        comparison.Equal("ns of all states and of all lives", lifeNs, sliceNs);

        List<TimeSpan> decoded = [], schedules = [];
        List<WholeWay> ways = [];
        long allocated = 0;
        for (int i = -WarmUps; i < Rounds; i++)
        {
            long before = GC.GetAllocatedBytesForCurrentThread();
            TimeSpan time = ProcessorTime.Of(() => OwnTraceReader.Read(file));
            allocated = GC.GetAllocatedBytesForCurrentThread() - before;
            TimeSpan schedule = ProcessorTime.Of(() => OwnScheduleReader.Read(file));
            WholeWay way = WholeWay.Of(new PerfTraceExtractor(file), Path.Combine(folder, "perf.fathom"));
            if (i < 0)
                continue;
            decoded.Add(time);
            schedules.Add(schedule);
            ways.Add(way);
        }

        Tell(comparison, isShort, file, own.Samples, decoded, schedules, ways);
        comparison.AtMost("allocated per event", (double)allocated / own.Samples, MostBytesPerEvent, "bytes");
    }

    private static void Tell(Comparison comparison, bool isShort, string file, long samples, List<TimeSpan> decoded, List<TimeSpan> schedules, List<WholeWay> ways)
    {
        // One after the other, each on one processor; the time is that on the processor.
        int peers = isShort ? 1 : 3;
        TimeSpan peer = Middle(Enumerable.Range(0, peers).Select(_ => PerfPeer.Script(file)));
        TimeSpan naming = Middle(Enumerable.Range(0, peers).Select(_ => PerfPeer.ScriptWithNames(file)));
        List<TimeSpan> walls = [.. ways.Select(static way => way.Wall)], processors = [.. ways.Select(static way => way.Processor)];
        comparison.Say("perf script, addresses only (peer)", Rate(samples, [peer]), "M events/s");
        comparison.Say("perf script, with names (peer)", Rate(samples, [naming]), "M events/s");
        comparison.Say("Fathom, decoded", Rate(samples, decoded), "M events/s");
        comparison.Noise(decoded);
        comparison.AtLeast("Fathom, interned and with states", Rate(samples, schedules), LeastMillionsPerSecond, "M events/s");
        comparison.Noise(schedules);
        comparison.AtLeast("Fathom, to committed tables", Rate(samples, walls), LeastMillionsCommitted, "M events/s");
        comparison.Noise(walls);
        comparison.Say("  by time on processors", Rate(samples, processors), "M events/s");
        comparison.Faster("all events with stacks", peer, decoded, LeastRatio);
        comparison.Faster("interned and with states", peer, schedules, LeastRatio);
        comparison.Faster("the whole way, both with names", naming, processors, LeastRatio);
        comparison.Say("  beside addresses only", peer / Middle(processors), "times as fast");
        long bytes = ways[^1].RecordingBytes;
        comparison.AtMost("recording to raw file", (double)bytes / new FileInfo(file).Length, MostBytesOfRecording, "");
        comparison.Say("  raw file to recording", (double)new FileInfo(file).Length / bytes, "times");
    }

    private static double Rate(long samples, IEnumerable<TimeSpan> times) => samples / Middle(times).TotalSeconds / 1e6;

    private static TimeSpan Middle(IEnumerable<TimeSpan> times) => TimeSpan.FromSeconds(Median.Of(times.Select(static time => time.TotalSeconds)));
}
