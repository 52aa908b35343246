using Fathom.Formats.NetTrace;
using Fathom.Sources.Traces.EventPipe;
using Xunit;

namespace Fathom.Tests.Sources.Traces.EventPipe;

/// <summary>No time lies before the begin of its stream, which only damage can say.</summary>
public sealed class TracedClockTests
{
    private const long Start = 5_000;

    [Theory]
    [InlineData(1_000_000_000, Start, true, 0)]
    [InlineData(1_000_000_000, Start + 7, true, 7)]
    [InlineData(1_000_000_000, Start - 1, false, -1)]
    [InlineData(1_000_000_000, long.MinValue, false, long.MaxValue)]
    [InlineData(10_000_000, Start + 7, true, 700)]
    [InlineData(10_000_000, Start - 1, false, -100)]
    [InlineData(10_000_000, 0, false, -500_000)]
    public void Times_count_from_the_begin(long ticksPerSecond, long ticks, bool isTime, long expected)
    {
        TracedClock clock = new(new NetTraceHeader(DateTime.UnixEpoch, Start, ticksPerSecond, 8, 1, 1));

        Assert.Equal((isTime, expected), (clock.TrySinceStart(ticks, out long ns), ns));
    }
}
