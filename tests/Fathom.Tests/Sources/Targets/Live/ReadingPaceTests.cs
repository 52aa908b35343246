using Fathom.Sources.Targets.Live;
using Xunit;

namespace Fathom.Tests.Sources.Targets.Live;

/// <summary>How long reading takes compared with a quiet machine.</summary>
public sealed class ReadingPaceTests
{
    [Theory]
    [InlineData(600, 1, 2, 1)]
    [InlineData(300, 0, 2, 1)]
    [InlineData(1500, 1, 2, 2.5)]
    [InlineData(600, 8, 2, 4)]
    [InlineData(1500, 4, 2, 5)]
    [InlineData(6000, 100, 2, 30)]
    public void Dear_calls_and_others_that_want_a_processor_multiply(double callNs, double running, int processors, double pace) =>
        Assert.Equal(pace, ReadingPace.Of(callNs, running, processors), 6);

    [Fact]
    public void It_is_measured_on_a_process_and_is_one_for_none()
    {
        Assert.InRange(ReadingPace.Of(Environment.ProcessId), 1, 30);
        Assert.InRange(ReadingPace.Of(0), 1, 30);
    }
}
