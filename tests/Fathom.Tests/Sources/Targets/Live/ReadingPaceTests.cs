using Fathom.Sources.Targets.Live;
using Xunit;

namespace Fathom.Tests.Sources.Targets.Live;

/// <summary>How long reading takes compared with a quiet machine.</summary>
public sealed class ReadingPaceTests
{
    [Theory]
    [InlineData(0.6, 1)]
    [InlineData(0.3, 1)]
    [InlineData(1.5, 2.5)]
    [InlineData(6, 10)]
    [InlineData(60, 30)]
    public void What_a_call_takes_is_compared(double microseconds, double pace) => Assert.Equal(pace, ReadingPace.Of(1_000 * TimeSpan.FromMicroseconds(microseconds), 1_000), 6);

    [Fact]
    public void It_is_measured_on_a_process_and_is_one_for_none()
    {
        Assert.InRange(ReadingPace.Of(Environment.ProcessId), 1, 30);
        Assert.InRange(ReadingPace.Of(0), 1, 30);
    }
}
