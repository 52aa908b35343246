using Fathom.Sources.Threads.Intervals;
using Xunit;

namespace Fathom.Tests.Sources.Threads.Intervals;

public sealed class ThreadIntervalTests
{
    [Fact]
    public void Times_are_differences_and_a_new_thread_counts_from_zero()
    {
        List<IntervalThread> threads = ThreadInterval.Between(
            [new(1, 10, "a", 'S', 100, 5), new(2, 10, "gone", 'S', 100, 5)],
            [new(1, 10, "a", 'R', 150, 7), new(3, 20, "new", 'R', 30, 1)]);

        Assert.Equal([(1, 50L, (long?)2L), (3, 30L, 1L)], threads.Select(thread => (thread.Last.Tid, thread.IntervalCpuNs, thread.IntervalReadyNs)));
    }

    [Fact]
    public void A_number_that_was_given_again_is_another_thread()
    {
        List<IntervalThread> threads = ThreadInterval.Between([new(1, 10, "a", 'S', 900, null)], [new(1, 77, "b", 'S', 40, null)]);

        Assert.Equal((40L, (long?)null), (threads[0].IntervalCpuNs, threads[0].IntervalReadyNs));
    }

    [Fact]
    public void A_clock_that_steps_back_gives_no_negative_time() =>
        Assert.Equal(0, ThreadInterval.Between([new(1, 10, "a", 'S', 100, null)], [new(1, 10, "a", 'S', 90, null)])[0].IntervalCpuNs);
}
