using System.Globalization;
using Fathom.Formats.PerfData;
using Fathom.Formats.PerfData.Records;
using Fathom.Model.Scheduling;
using Fathom.Recorder.Kernel;
using Fathom.Sources.Traces.Perf;
using Fathom.TestSupport;
using Fathom.Tests.Formats.PerfData;
using Fathom.Tests.Model.Scheduling;
using Fathom.Tests.Sources.Traces.Perf;
using Xunit;

namespace Fathom.Tests.Recorder.Kernel;

/// <summary>Two programs that have the name of pool threads hand a processor to each other.</summary>
[Trait(Needs.Trait, Needs.PerfReason)]
public sealed class PoolTurnsTests
{
    private const string Name = ".NET TP Worker";
    private const string Yields = "sched:sched_switch (yields)";
    private const double LongTurnNs = 60_000;
    private const double ShortTurnNs = 20_000;

    // Turns of the same length would keep step with the clock of the samples. Each says when it looked, and what the kernel had measured of it then: time on a processor, and time ready for one.
    private const string Program = """
        import os, random, sys, time
        now = lambda: time.clock_gettime_ns(time.CLOCK_MONOTONIC)
        def run(turn):
            open('/proc/self/comm', 'w').write(sys.argv[1])
            os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
            at = now() + 100_000_000
            while now() < at:
                os.sched_yield()
            look = lambda: (now(), *map(int, open('/proc/self/schedstat').read().split()[:2]))
            before = look()
            end = now() + 1_500_000_000
            while now() < end:
                at = now() + turn * 2 * random.random()
                while now() < at:
                    pass
                os.sched_yield()
            print(os.getpid(), *before, *look(), flush=True)
            at = now() + 100_000_000
            while now() < at:
                os.sched_yield()
            os._exit(0)
        for turn in sys.argv[2:]:
            if os.fork() == 0:
                run(int(turn))
        for turn in sys.argv[2:]:
            os.wait()
        """;

    [Fact]
    public void Turns_of_pool_threads_are_counted_and_who_of_them_ran_is_estimated()
    {
        (KernelRecorderResult result, SchedulingLog log, SchedulingTotals totals, long[][] said) = Record(Name);

        EventCount turns = result.Counts.Single(static count => count.Event == PoolTurns.EventName);
        Assert.InRange(turns.Counted!.Value, 10_000, long.MaxValue);
        Assert.Equal((0L, 0L, 0L), (turns.Kept, turns.Lost, turns.Missing));
        Assert.InRange(result.Counts.Single(static count => count.Event == Yields).Kept, 0, turns.Counted.Value / 5);
        Assert.InRange(totals.UnseenTurns, 100, turns.Counted.Value);
        Assert.All(said, one =>
        {
            (long running, long ready, long other) = Within(log, one);
            (double kernelRunning, double kernelReady) = (one[5] - one[2], one[6] - one[3]);
            // Some 400 samples have the one that runs least: a twentieth more or less, three times that at most.
            Assert.True(Math.Abs(running - kernelRunning) < (0.15 * kernelRunning) + other + 10e6, $"running {running}, kernel {kernelRunning}");
            Assert.True(Math.Abs(ready - kernelReady) < (0.15 * kernelReady) + other + 10e6, $"ready {ready}, kernel {kernelReady}");
            Assert.True(other < (one[4] - one[1]) / 20, $"neither {other}");
        });
    }

    [Fact]
    public void Turns_of_others_are_recorded()
    {
        (KernelRecorderResult result, SchedulingLog log, _, long[][] said) = Record("others");

        Assert.InRange(result.Counts.Single(static count => count.Event == Yields).Kept, 10_000, long.MaxValue);
        Assert.All(said, one =>
        {
            (long running, _, long other) = Within(log, one);
            Assert.True(Math.Abs(running - (one[5] - one[2])) < (0.05 * (one[5] - one[2])) + other + 10e6, $"running {running}, kernel {one[5] - one[2]}");
        });
    }

    // With few samples nobody could tell who ran.
    [Fact]
    public void With_few_samples_each_turn_is_recorded()
    {
        (KernelRecorderResult result, _, SchedulingTotals totals, _) = Record(Name, frequency: 99);

        Assert.InRange(result.Counts.Single(static count => count.Event == Yields).Kept, 10_000, long.MaxValue);
        Assert.DoesNotContain(result.Counts, static count => count.Event == PoolTurns.EventName);
        Assert.Equal(0, totals.UnseenTurns);
    }

    private static (long RunningNs, long ReadyNs, long OtherNs) Within(SchedulingLog log, long[] said)
    {
        (long from, long to) = (said[1], said[4]);
        HashSet<int> threads = [.. log.Threads.Where(thread => thread.Tid == said[0]).Select(static thread => thread.Thread)];
        long running = In(ScheduleState.Running), ready = In(ScheduleState.Ready);
        return (running, ready, to - from - running - ready);

        long In(ScheduleState state) =>
            log.Slices.Where(slice => threads.Contains(slice.Thread) && slice.State == state).Sum(slice => Math.Max(0, Math.Min(slice.EndNs, to) - Math.Max(slice.StartNs, from)));
    }

    private static (KernelRecorderResult Result, SchedulingLog Log, SchedulingTotals Totals, long[][] Said) Record(string name, int frequency = KernelRecorderOptions.UsualFrequency)
    {
        Needs.Perf();
        Needs.Python();
        using TestFolder folder = new();
        string file = folder.File("perf.data"), program = folder.File("turns.py");
        File.WriteAllText(program, Program);
        string output;
        KernelRecorderResult result;
        using (KernelRecorder recorder = KernelRecorder.Start(new KernelRecorderOptions(file) { SampleFrequency = frequency }))
        {
            output = PerfRecorder.Run("python3", program, name, LongTurnNs.ToString(CultureInfo.InvariantCulture), ShortTurnNs.ToString(CultureInfo.InvariantCulture));
            result = recorder.Stop();
        }

        using PerfDataReader reader = PerfDataReader.Open(file);
        SchedulingLog log = new();
        Sink sink = new(reader, log);
        reader.Read(sink, CancellationToken.None);
        sink.Schedule.End();
        string[] lines = output.Split('\n', StringSplitOptions.RemoveEmptyEntries);
        long[][] said = Array.ConvertAll(lines, static line => Array.ConvertAll(line.Split(' '), static word => long.Parse(word, CultureInfo.InvariantCulture)));
        Assert.Equal(2, said.Length);
        return (result, log, sink.Schedule.Totals!, said);
    }

    private sealed class Sink(PerfDataReader reader, SchedulingLog log) : IPerfDataSink
    {
        private readonly PoolThreads _pool = new();
        private PerfSchedule? _schedule;

        public PerfSchedule Schedule => _schedule ??= new PerfSchedule(reader, log, new RawStacks(), pool: ScheduleEvents.LeavesOutTurns(reader.Events) ? _pool : null);

        public void OnSample(in PerfSample sample) => Schedule.OnSample(in sample);

        public void OnRecord(in PerfRecord record)
        {
            _pool.On(in record);
            if (record.TimeNs > 0)
                Schedule.OnRecord(in record);
        }
    }
}
