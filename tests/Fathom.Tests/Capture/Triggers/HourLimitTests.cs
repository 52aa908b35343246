using Fathom.Capture.Triggers;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Capture.Triggers;

/// <summary>So many times in each hour, by a clock that the test moves.</summary>
public sealed class HourLimitTests
{
    [Fact]
    public void The_oldest_counts_until_it_is_an_hour_old()
    {
        ManualTime time = new();
        HourLimit limit = new(2, time);

        Assert.True(limit.TryTake());
        time.Advance(TimeSpan.FromMinutes(30));
        Assert.True(limit.TryTake());
        Assert.False(limit.TryTake());
        time.Advance(TimeSpan.FromMinutes(30) - TimeSpan.FromMilliseconds(1));
        Assert.False(limit.TryTake());
        time.Advance(TimeSpan.FromMilliseconds(1));
        Assert.True(limit.TryTake());
        Assert.False(limit.TryTake());
        time.Advance(TimeSpan.FromMinutes(30));
        Assert.True(limit.TryTake());
    }

    [Fact]
    public void What_is_given_back_may_be_taken_again()
    {
        HourLimit limit = new(1, new ManualTime());
        limit.GiveBack();

        Assert.True(limit.TryTake());
        Assert.False(limit.TryTake());
        limit.GiveBack();
        Assert.True(limit.TryTake());
        Assert.False(limit.TryTake());
    }
}
