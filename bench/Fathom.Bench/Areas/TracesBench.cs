using Fathom.Bench.Measuring;
using Fathom.Bench.Traces;

namespace Fathom.Bench.Areas;

/// <summary>Events per second out of a recording of perf with stacks, beside perf script on the same file.</summary>
internal static class TracesBench
{
    // Reading is a part of what perf script does; it also writes text, with addresses and no names here, which is its fastest way to give all of it.
    private const double LeastRatio = 10;

    private const double LeastMillionsPerSecond = 2.5;

    // Tables of the reader and the window of two rounds, some 2 MB a recording; any object per event would be 24.
    private const double MostBytesPerEvent = 20;

    private const int WarmUps = 3;
    private const int Rounds = 7;

    /// <summary>Measures, and compares with the limits.</summary>
    public static int Run(BenchOptions options)
    {
        string folder = Directory.CreateTempSubdirectory("fathom-bench-").FullName;
        try
        {
            return Run(options, Path.Combine(folder, "bench.data"));
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    private static int Run(BenchOptions options, string file)
    {
        PerfPeer.Record(file, options.Short ? 60_000 : 250_000);
        Comparison comparison = new(options.Output);
        TraceTotals own = OwnTraceReader.Read(file);
        comparison.Say("recording", new FileInfo(file).Length / 1e6, "MB");
        comparison.Say("addresses per event", (double)own.Addresses / own.Samples, "");
        comparison.Equal("samples", PerfPeer.Samples(file), own.Samples);
        (int stacks, long waits, long sliceNs, long lifeNs) = OwnScheduleReader.Read(file);
        comparison.Say("distinct stacks", stacks, "");
        comparison.Say("waits", waits, "");
        comparison.Equal("ns of all states and of all lives", lifeNs, sliceNs);
        List<TimeSpan> owns = [];
        List<TimeSpan> schedules = [];
        long allocated = 0;
        for (int i = -WarmUps; i < Rounds; i++)
        {
            long before = GC.GetAllocatedBytesForCurrentThread();
            TimeSpan time = Time(() => OwnTraceReader.Read(file));
            allocated = GC.GetAllocatedBytesForCurrentThread() - before;
            TimeSpan schedule = Time(() => OwnScheduleReader.Read(file));
            if (i < 0)
                continue;
            owns.Add(time);
            schedules.Add(schedule);
        }

        // One after the other, each on one processor; the time is that on the processor.
        TimeSpan peer = TimeSpan.FromSeconds(Median.Of(Enumerable.Range(0, options.Short ? 1 : 3).Select(_ => PerfPeer.Script(file).TotalSeconds)));
        comparison.Say("perf script, addresses only (peer)", own.Samples / peer.TotalSeconds / 1e6, "M events/s");
        comparison.Say("Fathom, decoded", Rate(own.Samples, owns), "M events/s");
        comparison.AtLeast("Fathom, interned and with states", Rate(own.Samples, schedules), LeastMillionsPerSecond, "M events/s");
        comparison.Faster("all events with stacks", peer, owns, LeastRatio);
        comparison.Faster("interned and with states", peer, schedules, LeastRatio);
        comparison.AtMost("allocated per event", (double)allocated / own.Samples, MostBytesPerEvent, "bytes");
        return options.ExitCode(comparison.AllKept);
    }

    private static double Rate(long samples, IEnumerable<TimeSpan> times) => samples / Median.Of(times.Select(time => time.TotalSeconds)) / 1e6;

    // Time on the processor: each reader uses one thread, and other programs do not count.
    private static TimeSpan Time(Action read)
    {
        TimeSpan before = Environment.CpuUsage.TotalTime;
        read();
        return Environment.CpuUsage.TotalTime - before;
    }
}
