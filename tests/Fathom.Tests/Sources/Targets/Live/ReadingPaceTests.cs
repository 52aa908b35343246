using Fathom.Sources.Targets.Live;
using Xunit;

namespace Fathom.Tests.Sources.Targets.Live;

/// <summary>How long reading takes compared with a quiet machine.</summary>
public sealed class ReadingPaceTests
{
    [Theory]
    [InlineData(600, 600, 1, 1)]
    [InlineData(300, 300, 1, 1)]
    [InlineData(1500, 1500, 2.5, 1.581139)]
    [InlineData(2400, 600, 2, 2)]
    [InlineData(6000, 1500, 5, 3.162278)]
    [InlineData(6000, 0, 10, 3.162278)]
    [InlineData(600_000, 6_000, 30, 30)]
    public void What_a_call_takes_is_compared_and_what_it_waits_counts_less(double callNs, double cpuNs, double calls, double work)
    {
        Pace pace = ReadingPace.Of(callNs, cpuNs);

        Assert.Equal(calls, pace.Calls, 6);
        Assert.Equal(work, pace.Work, 6);
    }

    [Fact]
    public void It_is_measured_on_a_process_and_is_one_for_none()
    {
        Assert.InRange(ReadingPace.Of(Environment.ProcessId).Calls, 1, 30);
        Assert.InRange(ReadingPace.Of(0).Calls, 1, 30);
    }
}
