using Fathom.Model.Scheduling;
using Xunit;

namespace Fathom.Tests.Model.Scheduling;

/// <summary>Random threads, beside what a scheduler in the test knows of them.</summary>
public sealed class RandomSchedulingTests
{
    public static TheoryData<int> Seeds => [.. Enumerable.Range(1, 50)];

    [Theory]
    [MemberData(nameof(Seeds))]
    public void Every_span_of_a_whole_trace_is_what_the_thread_did(int seed)
    {
        SchedulerModel model = Run(seed);
        SchedulingLog log = new();
        ThreadStates states = new(log, 0, isWholeMachine: true);
        foreach (Action<ThreadStates> tell in model.Events)
            tell(states);
        states.End(model.NowNs);

        Assert.Equal((0L, 0L, 0L, 0L, 0L), (states.Totals.Gaps, states.Totals.MissingSwitchIns, states.Totals.MissingSwitchOuts, states.Totals.WaitsWithoutWaking, states.Totals.OutOfOrder));
        AddsUp(log);
        Dictionary<int, int> tids = log.Threads.ToDictionary(thread => thread.Thread, thread => thread.Tid);
        foreach (IGrouping<int, ThreadSlice> slices in log.Slices.GroupBy(slice => slice.Thread))
            Assert.Equal(model.Truth[tids[slices.Key]], slices.Select(slice => (slice.State, slice.StartNs, slice.EndNs)));
        Assert.All(log.Waits, wait => Assert.Equal(WaitEdges.None, wait.Edges & (WaitEdges.NoWaking | WaitEdges.NoSwitchIn)));
        Assert.Equal(log.Slices.Where(slice => slice.State == ScheduleState.Waiting).Sum(slice => slice.DurationNs), log.Waits.Sum(wait => wait.WaitNs));
    }

    // The idle threads, and one thread in four, are as those of which some kernels hand no tracepoint to a recorder.
    [Theory]
    [MemberData(nameof(Seeds))]
    public void Of_switches_that_only_the_kernels_own_records_tell_all_is_known_but_when_waits_became_ready(int seed)
    {
        SchedulerModel model = Run(seed, isSilent: static tid => tid % 4 == 0);
        SchedulingLog log = new();
        ThreadStates states = new(log, 0, isWholeMachine: true);
        foreach (Action<ThreadStates> tell in model.Events)
            tell(states);
        states.End(model.NowNs);

        Assert.True(states.Totals.ConfirmedSwitches > 0);
        Assert.True(states.Totals.WaitsWithoutWaking > 0);
        Assert.Equal((0L, 0L, 0L, 0L), (states.Totals.Gaps, states.Totals.MissingSwitchIns, states.Totals.MissingSwitchOuts, states.Totals.OutOfOrder));
        AddsUp(log);
        foreach (ThreadLife thread in log.Threads)
        {
            Assert.Equal(Spans(model, thread.Tid, ScheduleState.Running), Spans(log, thread.Thread, ScheduleState.Running));
            // What came before its first event is not known.
            Assert.All(log.Slices.Where(slice => slice.Thread == thread.Thread && slice.State == ScheduleState.Unknown), slice => Assert.Equal(thread.StartNs, slice.StartNs));
        }
    }

    [Theory]
    [MemberData(nameof(Seeds))]
    public void Of_single_threads_the_kernels_own_records_tell_when_each_ran_and_whether_it_could_have_run_on(int seed)
    {
        SchedulerModel model = Run(seed);
        SchedulingLog log = new();
        ThreadStates states = new(log, 0, isWholeMachine: false);
        foreach (Action<ThreadStates> tell in model.RecordsOfThreads)
            tell(states);
        states.End(model.NowNs);

        Assert.Equal((0L, 0L, 0L, 0L), (states.Totals.Gaps, states.Totals.MissingSwitchIns, states.Totals.MissingSwitchOuts, states.Totals.OutOfOrder));
        AddsUp(log);
        foreach (ThreadLife thread in log.Threads)
            Assert.Equal(Spans(model, thread.Tid, ScheduleState.Running), Spans(log, thread.Thread, ScheduleState.Running));
        Assert.Equal(log.Slices.Where(static slice => slice.State == ScheduleState.Waiting).Sum(static slice => slice.DurationNs), log.Waits.Sum(static wait => wait.WaitNs));
        Assert.Equal(
            log.Threads.Sum(thread => model.Truth[thread.Tid].Where(static span => span.State != ScheduleState.Running).Sum(static span => span.EndNs - span.StartNs)),
            log.Threads.Sum(static thread => thread.WaitingNs + thread.ReadyNs + thread.UnknownNs));
    }

    [Theory]
    [MemberData(nameof(Seeds))]
    public void States_add_up_to_the_life_of_each_thread_whatever_is_missing(int seed)
    {
        SchedulerModel model = Run(seed);
        Random random = new(seed);
        SchedulingLog log = new();
        ThreadStates states = new(log, 0, isWholeMachine: seed % 3 > 0);
        foreach (Action<ThreadStates> tell in model.Events)
        {
            if (random.Next(10) > 0)
                tell(states);
        }

        states.End(model.NowNs);

        AddsUp(log);
        Assert.True(states.Totals.MissingSwitchIns > 0);
        Assert.True(seed % 3 == 0 || states.Totals.Gaps > 0);
        Assert.Equal(states.Totals.Gaps, log.Gaps.Count);
        Assert.True(log.Threads.Sum(thread => thread.UnknownNs) > 0);
    }

    [Theory]
    [MemberData(nameof(Seeds))]
    public void Of_threads_that_take_turns_unseen_waits_are_exact_and_nothing_else_is_missing(int seed)
    {
        Func<int, bool> takesTurns = static tid => tid % 3 > 0;
        SchedulerModel model = Run(seed, takesTurns);
        SchedulingLog log = new();
        ThreadStates states = new(log, 0, isWholeMachine: true, takesTurns: takesTurns);
        foreach (Action<ThreadStates> tell in model.Events)
            tell(states);
        states.End(model.NowNs);

        Assert.True(model.Turns > 0);
        Assert.True(states.Totals.UnseenTurns > 0);
        Assert.Equal((0L, 0L, 0L, 0L, 0L), (states.Totals.Gaps, states.Totals.MissingSwitchIns, states.Totals.MissingSwitchOuts, states.Totals.WaitsWithoutWaking, states.Totals.OutOfOrder));
        AddsUp(log);
        foreach (ThreadLife thread in log.Threads)
        {
            Assert.Equal(Spans(model, thread.Tid, ScheduleState.Waiting), Spans(log, thread.Thread, ScheduleState.Waiting));
            if (!takesTurns(thread.Tid))
                Assert.Equal(Spans(model, thread.Tid, ScheduleState.Running), Spans(log, thread.Thread, ScheduleState.Running));
        }

        Assert.All(log.Waits, static wait => Assert.Equal(WaitEdges.None, wait.Edges & (WaitEdges.NoWaking | WaitEdges.NoSwitchIn)));
        foreach (IGrouping<int, ThreadSlice> onCpu in log.Slices.Where(static slice => slice.State == ScheduleState.Running).GroupBy(static slice => slice.Cpu))
        {
            ThreadSlice[] inTurn = [.. onCpu.OrderBy(static slice => slice.StartNs)];
            Assert.All(inTurn.Zip(inTurn.Skip(1)), static pair => Assert.True(pair.First.EndNs <= pair.Second.StartNs, pair.ToString()));
        }

        // All of them together ran as long as they did, and each about as long.
        ThreadLife[] turned = [.. log.Threads.Where(thread => takesTurns(thread.Tid))];
        Assert.Equal(1, (double)turned.Sum(static thread => thread.RunningNs) / turned.Sum(thread => RanNs(model, thread.Tid)), 0.05);
        ThreadLife most = turned.MaxBy(thread => RanNs(model, thread.Tid))!;
        Assert.Equal(1, (double)most.RunningNs / RanNs(model, most.Tid), 0.2);
    }

    private static IEnumerable<(long StartNs, long EndNs)> Spans(SchedulingLog log, int thread, ScheduleState state) =>
        log.Slices.Where(slice => slice.Thread == thread && slice.State == state).Select(static slice => (slice.StartNs, slice.EndNs));

    private static IEnumerable<(long StartNs, long EndNs)> Spans(SchedulerModel model, int tid, ScheduleState state) =>
        model.Truth.GetValueOrDefault(tid, []).Where(span => span.State == state).Select(static span => (span.StartNs, span.EndNs));

    private static long RanNs(SchedulerModel model, int tid) => Spans(model, tid, ScheduleState.Running).Sum(static span => span.EndNs - span.StartNs);

    private static SchedulerModel Run(int seed, Func<int, bool>? takesTurns = null, Func<int, bool>? isSilent = null)
    {
        SchedulerModel model = new(new Random(seed), 1 + (seed % 5), 3 + (seed % 20), confirms: takesTurns is null && seed % 3 == 1, takesTurns, isSilent);
        for (int i = 0; i < 2000; i++)
            model.Step();
        model.End();
        return model;
    }

    private static void AddsUp(SchedulingLog log)
    {
        foreach (ThreadLife thread in log.Threads)
        {
            Assert.Equal(thread.LifeNs, thread.RunningNs + thread.ReadyNs + thread.WaitingNs + thread.UnknownNs);
            long at = thread.StartNs;
            foreach (ThreadSlice slice in log.Slices.Where(slice => slice.Thread == thread.Thread))
            {
                Assert.Equal(at, slice.StartNs);
                Assert.True(slice.EndNs > at);
                at = slice.EndNs;
            }

            Assert.Equal(thread.EndNs, at);
        }

        Assert.Equal(log.Slices.Sum(slice => slice.DurationNs), log.Threads.Sum(thread => thread.LifeNs));
        foreach (IGrouping<int, ThreadLife> lives in log.Threads.GroupBy(thread => thread.Tid))
            Assert.All(lives.OrderBy(life => life.StartNs).Zip(lives.OrderBy(life => life.StartNs).Skip(1)), static pair => Assert.True(pair.First.EndNs <= pair.Second.StartNs));
    }
}
