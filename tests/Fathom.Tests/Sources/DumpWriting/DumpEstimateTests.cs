using Fathom.Model.Dumps;
using Fathom.Sources.DumpWriting;
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
        Assert.InRange(DumpEstimate.Of(kind, [], 1_000, 1).Pause.TotalSeconds, 4.1, 4.6);
        Assert.InRange(DumpEstimate.Of(kind, [], 16, 1).Pause.TotalMilliseconds, 200, 350);
    }

    [Fact]
    public void A_busy_machine_takes_as_many_times_as_long() =>
        Assert.Equal(3 * DumpEstimate.Of(DumpKind.Mini, [], 100, 1).Pause, DumpEstimate.Of(DumpKind.Mini, [], 100, 3).Pause);
}
