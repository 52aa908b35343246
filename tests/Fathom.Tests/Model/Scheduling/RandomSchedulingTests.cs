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

    private static SchedulerModel Run(int seed)
    {
        SchedulerModel model = new(new Random(seed), 1 + (seed % 5), 3 + (seed % 20), confirms: seed % 3 == 1);
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
