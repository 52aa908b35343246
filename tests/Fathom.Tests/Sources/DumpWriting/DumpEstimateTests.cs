using Fathom.Model.Dumps;
using Fathom.Sources.DumpWriting;
using Fathom.Sources.Targets.Live;
using Xunit;

namespace Fathom.Tests.Sources.DumpWriting;

/// <summary>The pause that is said before a dump: as measured with createdump of .NET 10 on a quiet machine, 4.1 s for 1,000 threads, whatever the kind.</summary>
public sealed class DumpEstimateTests
{
    [Theory]
    [InlineData(DumpKind.Heap)]
    [InlineData(DumpKind.Full)]
    [InlineData(DumpKind.Mini)]
    [InlineData(DumpKind.Triage)]
    public void Each_thread_is_looked_at_before_anything_is_written(DumpKind kind)
    {
        Assert.InRange(DumpEstimate.Of(kind, [], 1_000, Pace.Quiet).Pause.TotalSeconds, 4.1, 4.6);
        Assert.InRange(DumpEstimate.Of(kind, [], 16, Pace.Quiet).Pause.TotalMilliseconds, 200, 350);
    }

    [Fact]
    public void A_busy_machine_takes_as_many_times_as_long() =>
        Assert.Equal(3 * DumpEstimate.Of(DumpKind.Mini, [], 100, Pace.Quiet).Pause, DumpEstimate.Of(DumpKind.Mini, [], 100, new Pace(3, 3)).Pause);

    // By bench/pauses on a quiet machine whose calls take 1,280 ns.
    [Theory]
    [InlineData(91_000_000, 24, 441)]
    [InlineData(162_000_000, 108, 1_130)]
    [InlineData(546_000_000, 1_008, 8_500)]
    public void Calls_that_are_dear_weigh_on_what_is_read_of_threads(long size, int threads, double takenMs) =>
        Assert.InRange(DumpEstimate.PauseOf(size, threads, ReadingPace.Of(1_280, 1_280)).TotalMilliseconds, takenMs * 0.6, takenMs * 1.7);
}
