using Fathom.Sources.Heap.Reading;
using Fathom.Sources.Targets.Live;
using Fathom.Sources.Threads.Stops;
using Xunit;

namespace Fathom.Tests.Sources.Threads.Stops;

/// <summary>What is said before a stop, from made-up rehearsals.</summary>
public sealed class StackPauseTests
{
    private static readonly StopTimes s_times = new(Ms(42), Ms(30), Ms(25));

    [Fact]
    public void All_parts_that_were_rehearsed_count() => Assert.InRange(StackPause.Of(Environment.ProcessId, 20, s_times, null), Ms(97), Ms(120));

    [Fact]
    public void A_walk_in_the_stop_counts_with_the_speed_of_its_rehearsal()
    {
        HeapRehearsal walk = new(3_000_000_000, Ms(500), 1e9);

        Assert.InRange(
            StackPause.Of(Environment.ProcessId, 20, s_times, walk) - StackPause.Of(Environment.ProcessId, 20, s_times, null),
            Ms(2_980),
            Ms(3_020));
    }

    [Fact]
    public void Without_a_rehearsal_the_number_of_threads_decides() =>
        Assert.InRange(StackPause.Of(Environment.ProcessId, 220, null, null) - StackPause.Of(Environment.ProcessId, 20, null, null), Ms(20), Ms(50));

    [Fact]
    public void Stacks_take_as_many_times_as_long_as_the_machine_is_busy() =>
        Assert.Equal(4 * StackPause.Stacks(50, 1), StackPause.Stacks(50, 4));

    // By bench/pauses on a quiet machine whose calls take 1,280 ns, with five frames each; and on one where they take 600, with stacks that took more.
    [Theory]
    [InlineData(19, 1_280, 20)]
    [InlineData(103, 1_280, 28)]
    [InlineData(1_003, 1_280, 124)]
    [InlineData(19, 600, 23)]
    [InlineData(103, 600, 46)]
    [InlineData(1_003, 600, 289)]
    public void Stacks_are_said_within_a_factor_of_two_where_calls_are_cheap_and_where_they_are_dear(int threads, double callNs, double takenMs) =>
        Assert.InRange(StackPause.Stacks(threads, ReadingPace.Of(callNs, callNs).Work).TotalMilliseconds, takenMs / 2, takenMs * 2);

    [Fact]
    public void A_sum_is_rounded_once_and_finer_where_it_is_small()
    {
        TimeSpan said = StackPause.Of(Environment.ProcessId, 20, new StopTimes(Ms(8), Ms(1), Ms(1)), null);

        Assert.InRange(said, Ms(13), Ms(13) + (Ms(0.05) * ProcessThreads.Of(Environment.ProcessId).Count) + Ms(10));
        Assert.Equal([1, 5, 13, 20, 25, 50, 60, 110], new double[] { 0.1, 5, 12.2, 20, 20.1, 50, 51, 101 }.Select(static ms => PauseEstimate.Said(Ms(ms)).TotalMilliseconds));
    }

    private static TimeSpan Ms(double milliseconds) => TimeSpan.FromMilliseconds(milliseconds);
}
