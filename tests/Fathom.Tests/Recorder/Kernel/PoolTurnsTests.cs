using System.Globalization;
using System.Text;
using Fathom.Formats.PerfData;
using Fathom.Formats.PerfData.Records;
using Fathom.Formats.PerfData.Tracepoints;
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
[Collection(nameof(KernelRecorders))]
public sealed class PoolTurnsTests
{
    private const string Name = ".NET TP Worker";
    private const double LongTurnNs = 60_000;
    private const double ShortTurnNs = 20_000;
    private const int Names = 400;
    private const int SomeTurns = 1000;
    private const int RightTakes = 3;

    // Where other tests took most of the processor, the two would run too little to be told apart.
    // Turns of the same length would keep step with the clock of the samples. Each says when it looked, and what the kernel had measured of it then: time on a processor, and time ready for one.
    private const string Program = """
        import os, random, sys, time
        try:
            os.nice(-15)
        except PermissionError:
            pass
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
            os.write(1, (' '.join(map(str, (os.getpid(), *before, *look()))) + '\n').encode())
            comm = open('/proc/self/comm', 'wb', buffering=0)
            for i in range(int(sys.argv[2])):
                at = now() + random.randrange(500_000, 1_500_000)
                while now() < at:
                    os.sched_yield()
                comm.write(b'another name')
                os.sched_yield()
                comm.write(sys.argv[1].encode())
            at = now() + 100_000_000
            while now() < at:
                os.sched_yield()
            os._exit(0)
        for turn in sys.argv[3:]:
            if os.fork() == 0:
                run(int(turn))
        for turn in sys.argv[3:]:
            os.wait()
        """;

    // The clock of samples keeps step with the turns now and then, for a whole recording: then one of the two has too many. So most of some recordings must have it right.
    [Fact]
    [Trait("Category", "Slow")]
    public void Turns_of_pool_threads_are_counted_and_who_of_them_ran_is_estimated()
    {
        List<string> wrong = [];
        for (int right = 0; right < RightTakes;)
        {
            (KernelRecorderResult result, SchedulingLog log, Sink sink, long[][] said) = Record(Name);

            EventCount turns = result.Counts.Single(static count => count.Event == PoolTurns.EventName);
            Assert.InRange(turns.Counted!.Value, SomeTurns, long.MaxValue);
            Assert.Equal((0L, 0L, 0L), (turns.Kept, turns.Lost, turns.Missing));
            Assert.Equal(0, sink.Turns);
            Assert.InRange(sink.Schedule.Totals!.UnseenTurns, 100, turns.Counted.Value);
            if (string.Join("; ", said.Select(one => Difference(log, one)).OfType<string>()) is { Length: > 0 } difference)
                wrong.Add(difference);
            else
                right++;
            Assert.True(wrong.Count < RightTakes, string.Join(Environment.NewLine, wrong));
        }
    }

    // That it left is told under the other name, and is no sign of a switch that is missing.
    [Fact]
    [Trait("Category", "Slow")]
    public void A_thread_that_gets_another_name_came_unseen_with_the_one_that_it_had()
    {
        (_, SchedulingLog log, _, long[][] said) = Record(Name, names: Names);

        HashSet<int> threads = [.. log.Threads.Where(thread => said.Any(one => one[0] == thread.Tid)).Select(static thread => thread.Thread)];
        long namedFromNs = said.Min(static one => one[4]);
        Assert.InRange(log.Slices.Count(slice => threads.Contains(slice.Thread) && slice.State == ScheduleState.Running && slice.StartNs > namedFromNs), Names, int.MaxValue);
        Assert.InRange(log.Slices.Count(slice => threads.Contains(slice.Thread) && slice.State == ScheduleState.Unknown && slice.StartNs > namedFromNs), 0, Names / 2);
    }

    [Fact]
    [Trait("Category", "Slow")]
    public void Turns_of_others_are_recorded()
    {
        (_, SchedulingLog log, Sink sink, long[][] said) = Record("others");

        Assert.InRange(sink.Turns, SomeTurns, long.MaxValue);
        Assert.All(said, one =>
        {
            (long running, _, long other) = Within(log, one);
            Assert.True(Math.Abs(running - (one[5] - one[2])) < (0.05 * (one[5] - one[2])) + other + 10e6, $"running {running}, kernel {one[5] - one[2]}");
        });
    }

    // With few samples nobody could tell who ran.
    [Fact]
    [Trait("Category", "Slow")]
    public void With_few_samples_each_turn_is_recorded()
    {
        (KernelRecorderResult result, _, Sink sink, _) = Record(Name, frequency: 99);

        Assert.InRange(sink.Turns, SomeTurns, long.MaxValue);
        Assert.DoesNotContain(result.Counts, static count => count.Event == PoolTurns.EventName);
        Assert.Equal(0, sink.Schedule.Totals!.UnseenTurns);
    }

    // Some 400 samples have the one that runs least: a twentieth more or less, three times that at most. Null where it agrees with the kernel.
    private static string? Difference(SchedulingLog log, long[] said)
    {
        (long running, long ready, long other) = Within(log, said);
        (double kernelRunning, double kernelReady) = (said[5] - said[2], said[6] - said[3]);
        return Math.Abs(running - kernelRunning) < (0.15 * kernelRunning) + other + 10e6 && Math.Abs(ready - kernelReady) < (0.15 * kernelReady) + other + 10e6
            && other < (said[4] - said[1]) / 20
            ? null
            : string.Create(CultureInfo.InvariantCulture, $"running {running}, kernel {kernelRunning}; ready {ready}, kernel {kernelReady}; neither {other}");
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

    private static (KernelRecorderResult Result, SchedulingLog Log, Sink Sink, long[][] Said) Record(string name, int frequency = KernelRecorderOptions.UsualFrequency, int names = 0)
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
            string[] turns = [LongTurnNs.ToString(CultureInfo.InvariantCulture), ShortTurnNs.ToString(CultureInfo.InvariantCulture)];
            output = PerfRecorder.Run("python3", [program, name, names.ToString(CultureInfo.InvariantCulture), .. turns]);
            result = recorder.Stop();
        }

        using PerfDataReader reader = PerfDataReader.Open(file);
        SchedulingLog log = new();
        Sink sink = new(reader, log, name);
        reader.Read(sink, CancellationToken.None);
        sink.Schedule.End();
        string[] lines = output.Split('\n', StringSplitOptions.RemoveEmptyEntries);
        long[][] said = Array.ConvertAll(lines, static line => Array.ConvertAll(line.Split(' '), static word => long.Parse(word, CultureInfo.InvariantCulture)));
        Assert.Equal(2, said.Length);
        return (result, log, sink, said);
    }

    private sealed class Sink(PerfDataReader reader, SchedulingLog log, string name) : IPerfDataSink
    {
        private readonly PoolThreads _pool = new();
        private readonly byte[] _name = Encoding.ASCII.GetBytes(name);
        private SchedSwitchFields? _fields;
        private PerfSchedule? _schedule;

        public PerfSchedule Schedule => _schedule ??= new PerfSchedule(reader, log, new RawStacks(), pool: ScheduleEvents.LeavesOutTurns(reader.Events) ? _pool : null);

        /// <summary>Switches from a thread of the name to another one, of those that could run and were not driven from the processor inside the kernel.</summary>
        public int Turns { get; private set; }

        public void OnSample(in PerfSample sample)
        {
            if (sample.Event.Format is { Name: ScheduleEvents.Switch } format && (_fields ??= SchedSwitchFields.Bind(format))!.TryRead(sample.Raw, out SchedSwitch at))
                Turns += at is { PreviousState: 0, IsPreempted: false } && at.PreviousName.SequenceEqual(_name) && at.NextName.SequenceEqual(_name) ? 1 : 0;
            Schedule.OnSample(in sample);
        }

        public void OnRecord(in PerfRecord record)
        {
            if (record.TimeNs > 0)
                Schedule.OnRecord(in record);
            _pool.On(in record);
        }
    }
}
