using Fathom.Model.Scheduling;
using Xunit;

namespace Fathom.Tests.Model.Scheduling;

public sealed class ManagedWaitsTests
{
    [Fact]
    public void The_innermost_span_around_a_time_is_found_and_only_of_its_thread()
    {
        ManagedWaits waits = new();
        waits.Add(1, new ManagedWait(20, 30, ManagedWaitKind.Contention, 7));
        waits.Add(1, new ManagedWait(10, 90, ManagedWaitKind.WaitHandle, 5));
        waits.Add(1, new ManagedWait(40, 41, ManagedWaitKind.Contention, 8));
        waits.Add(2, new ManagedWait(0, 100, ManagedWaitKind.Contention, 9));

        uint? Stack(uint thread, long start, long end) => waits.Around(thread, start, end)?.StackId;
        Assert.Equal([7u, 7u, 5u, 5u, 9u], new[] { Stack(1, 20, 30), Stack(1, 25, 25), Stack(1, 25, 35), Stack(1, 50, 90), Stack(2, 20, 30) });
        Assert.Equal([null, null, null, null], new[] { Stack(1, 5, 15), Stack(1, 50, 91), Stack(1, 91, 92), Stack(3, 20, 30) });
    }

    [Fact]
    public void The_handle_on_which_a_thread_waits_for_a_lock_is_part_of_the_contention()
    {
        ManagedWaits waits = new();
        waits.Add(1, new ManagedWait(10, 90, ManagedWaitKind.Contention, 5));
        waits.Add(1, new ManagedWait(11, 89, ManagedWaitKind.WaitHandle, 6));
        waits.Add(1, new ManagedWait(40, 50, ManagedWaitKind.WaitHandle, 7));

        Assert.Equal([5u, 7u], new[] { waits.Around(1, 20, 30)!.Value.StackId, waits.Around(1, 41, 49)!.Value.StackId });
    }

    [Fact]
    public void A_span_without_a_stack_or_that_ends_before_it_begins_says_nothing()
    {
        ManagedWaits waits = new();
        waits.Add(1, new ManagedWait(10, 90, ManagedWaitKind.Contention, 0));
        waits.Add(1, new ManagedWait(90, 10, ManagedWaitKind.Contention, 4));

        Assert.Null(waits.Around(1, 20, 30));
        Assert.Null(waits.Around(1, 90, 10));
    }

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    public void Random_spans_are_found_as_by_looking_at_all_of_them(int seed)
    {
        Random random = new(seed);
        ManagedWaits waits = new();
        List<ManagedWait> all = [.. Enumerable.Range(1, 200).Select(i => (Start: random.Next(1000), Number: i)).DistinctBy(static one => one.Start)
            .Select(one => new ManagedWait(one.Start, one.Start + random.Next(200), ManagedWaitKind.Contention, (uint)one.Number))];
        foreach (ManagedWait wait in all)
            waits.Add(1, wait);

        for (int i = 0; i < 2000; i++)
        {
            long start = random.Next(1200), end = start + random.Next(60);
            ManagedWait[] around = [.. all.Where(wait => wait.StartNs <= start && wait.EndNs >= end).OrderBy(static wait => wait.StartNs)];
            Assert.Equal(around.Length == 0 ? null : around[^1], waits.Around(1, start, end));
        }
    }

    [Fact]
    public void Beyond_the_limit_spans_and_waits_are_counted()
    {
        ManagedWaits waits = new(most: 1);
        waits.Add(1, new ManagedWait(0, 10, ManagedWaitKind.Contention, 1));
        waits.Add(1, new ManagedWait(20, 30, ManagedWaitKind.Contention, 2));
        WaitLog log = new(most: 1);
        log.Add(1, Wait(105, 108), originNs: 100);
        log.Add(1, Wait(106, 108), originNs: 100);

        Assert.Equal((1L, 1L), (waits.Overflows, log.Overflows));
        Assert.Equal([(1u, 5L, 1u)], log.In(waits).Select(static row => (row.Thread, row.StartNs, row.Around.StackId)));
    }

    [Fact]
    public void A_wait_that_leaves_its_span_is_not_in_it_unless_its_end_is_unknown()
    {
        ManagedWaits waits = new();
        waits.Add(1, new ManagedWait(0, 10, ManagedWaitKind.WaitHandle, 1));
        WaitLog log = new();
        log.Add(1, Wait(4, 20), originNs: 0);
        log.Add(1, Wait(5, 20) with { Edges = WaitEdges.OpenAtEnd }, originNs: 0);
        log.Add(1, Wait(6, 20) with { Edges = WaitEdges.NoSwitchIn }, originNs: 0);
        log.Add(2, Wait(5, 6), originNs: 0);

        Assert.Equal([5L, 6L], log.In(waits).Select(static row => row.StartNs));
    }

    // What a runtime tells has all managed frames; the copy of a stack may be cut.
    [Fact]
    public void The_entry_of_a_wait_counts_where_no_runtime_tells_of_it()
    {
        ManagedWaits waits = new();
        waits.Add(1, new ManagedWait(0, 10, ManagedWaitKind.Contention, 1));
        WaitLog log = new();
        log.Add(1, Wait(4, 6) with { EntryStackId = 7 }, originNs: 0);
        log.Add(1, Wait(20, 26) with { EntryStackId = 8 }, originNs: 0);
        log.Add(2, Wait(4, 6) with { EntryStackId = 9 }, originNs: 0);
        log.Add(2, Wait(8, 9), originNs: 0);

        Assert.Equal(
            [(1u, 4L, ManagedWaitKind.Contention, 1u), (1u, 20L, ManagedWaitKind.Futex, 8u), (2u, 4L, ManagedWaitKind.Futex, 9u)],
            log.In(waits).Select(static row => (row.Thread, row.StartNs, row.Around.Kind, row.Around.StackId)));
    }

    private static ThreadWait Wait(long startNs, long wakingNs) => new(0, startNs, wakingNs, wakingNs + 1, ThreadStop.Sleeping, 0, -1, 0, -1, WaitEdges.None);
}
