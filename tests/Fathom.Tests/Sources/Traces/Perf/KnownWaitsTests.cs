using System.Globalization;
using Fathom.Model.Recording;
using Fathom.Model.Threads;
using Fathom.Model.Traces;
using Fathom.Sources.Traces.Perf;
using Fathom.TestSupport;
using Fathom.Tests.Sources.Heap;
using Xunit;

namespace Fathom.Tests.Sources.Traces.Perf;

/// <summary>Waits of a program that measures each of them itself.</summary>
public sealed class KnownWaitsTests(ITestOutputHelper output)
{
    private const int Count = 12;
    private const int Takes = 8;
    private static readonly string[] s_kinds = ["sleep", "monitor", "lock", "semaphore", "task", "socket", "file"];

    [Fact]
    [Trait("Category", "Slow")]
    [Trait(Needs.Trait, Needs.PerfReason)]
    public async Task Waits_of_each_kind_are_what_the_program_measured()
    {
        string perf = Needs.Perf();
        using TestFolder folder = new();
        Dictionary<string, Sum> sums = s_kinds.ToDictionary(static kind => kind, static _ => new Sum());
        // The kernel leaves out a switch of an idle processor now and then. Waits that lack an end are left out; in every second take no processor is idle.
        for (int take = 0; take < Takes && !sums.Values.All(static sum => sum.IsEnough); take++)
        {
            string file = folder.File($"{take}.data");
            Known[] waits = await RecordAsync(perf, file, take % 2 == 1);
            Assert.Equal(s_kinds.Select(static kind => (kind, Count)), waits.GroupBy(static wait => wait.Kind).Select(static waits => (waits.Key, waits.Count())));
            CollectingSink sink = new();
            new PerfTraceExtractor(file).Run(sink, new Progress<Progress>(), TestContext.Current.CancellationToken);
            Add(sums, sink, waits);
        }

        Assert.All(sums, static sum => Assert.True(sum.Value.IsEnough && sum.Value.IsRight, $"{sum.Key}: {sum.Value}"));
    }

    private void Add(Dictionary<string, Sum> sums, CollectingSink sink, Known[] waits)
    {
        long startNs = Assert.Single(sink.Rows<TraceRow>()).ClockStartNs;
        ILookup<int, uint> threads = sink.Rows<ThreadRow>().ToLookup(static row => row.Tid, static row => row.ThreadId);
        ILookup<uint, ThreadSliceRow> slices = sink.Rows<ThreadSliceRow>().ToLookup(static row => row.ThreadId);
        ILookup<uint, ThreadWaitRow> rows = sink.Rows<ThreadWaitRow>().ToLookup(static row => row.ThreadId);
        foreach (IGrouping<string, Known> kind in waits.GroupBy(static wait => wait.Kind))
        {
            Sum sum = sums[kind.Key];
            foreach (Known wait in kind)
            {
                (long from, long to) = (wait.StartNs - startNs, wait.EndNs - startNs);
                ThreadSliceRow[] during = [.. threads[wait.Tid].SelectMany(thread => slices[thread]).Where(row => row.StartNs < to && row.StartNs + row.DurationNs > from)];
                Assert.Equal(to - from, during.Sum(row => Within(row, from, to)));
                ThreadWaitRow[] own = [.. threads[wait.Tid].SelectMany(thread => rows[thread]).Where(row => row.StartNs >= from && row.StartNs < to)];
                if (during.Any(row => sink.Text(row.State) == "unknown") || own.Any(static row => row.OpenAtStart || row.OpenAtEnd || row.NoWaking || row.NoSwitchIn))
                    continue;
                // A timer ends a sleep, whoever ran then; the others are ended by a thread of the program.
                if (kind.Key == "sleep")
                    Assert.All(own, static row => Assert.True(row.WakerTid is 0 or null, row.ToString()));
                else if (kind.Key is "monitor" or "semaphore" or "task")
                    Assert.Contains(own, row => row.WakerTid is > 0 and var waker && waker != wait.Tid && threads.Contains(waker));
                sum.Whole++;
                sum.MeasuredNs += to - from - wait.RanNs;
                // Others may have taken the processor from it.
                sum.ToldNs += own.Sum(static row => row.WaitNs + row.ReadyNs) + during.Where(static row => row.Preempted).Sum(row => Within(row, from, to));
            }

            output.WriteLine($"{kind.Key}: {sum}");
        }
    }

    private static long Within(in ThreadSliceRow row, long from, long to) => Math.Min(row.StartNs + row.DurationNs, to) - Math.Max(row.StartNs, from);

    private static async Task<Known[]> RecordAsync(string perf, string file, bool isBusy)
    {
        CancellationToken stop = TestContext.Current.CancellationToken;
        using SampleProcess sample = SampleProcess.Start("Events");
        using Busy busy = new(isBusy ? Environment.ProcessorCount : 0, nice: 19);
        string told;
        await using (await PerfProcess.StartAsync(perf, file, stop, "-a", "-m", "8M", "-e", "sched:sched_switch", "-e", "sched:sched_waking"))
            told = sample.Ask($"waits {Count}");
        return [.. told["done ".Length..].Split(';').Select(Known.Read)];
    }

    private readonly record struct Known(string Kind, int Tid, long StartNs, long EndNs, long RanNs)
    {
        public static Known Read(string text)
        {
            string[] words = text.Split(' ');
            long[] numbers = [.. words[1..].Select(static word => long.Parse(word, CultureInfo.InvariantCulture))];
            return new Known(words[0], (int)numbers[0], numbers[1], numbers[2], numbers[3]);
        }
    }

    private sealed class Sum
    {
        public int Whole { get; set; }

        public long MeasuredNs { get; set; }

        public long ToldNs { get; set; }

        public bool IsEnough => Whole >= Count / 2;

        public bool IsRight => Math.Abs(ToldNs - MeasuredNs) <= 0.02 * MeasuredNs;

        public override string ToString() => $"{Whole} whole, measured {MeasuredNs} ns, told {ToldNs} ns";
    }
}
