using Fathom.Serializers.Plans;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Serializers;

/// <summary>What is said of the time that a measurement takes.</summary>
public sealed class RemainingTimeTests
{
    [Fact]
    public void Until_some_have_finished_it_is_what_was_expected_and_then_what_they_took()
    {
        ManualTime time = new();
        RemainingTime remaining = new(time, TimeSpan.FromMinutes(10));

        Assert.Equal("about 10 min left", remaining.Text(0, 100));
        time.Advance(TimeSpan.FromSeconds(60));
        Assert.Equal("about 9 min left", remaining.Text(2, 100));
        // 30 took 60 s, so 70 take 140 s.
        Assert.Equal("about 2 min left", remaining.Text(30, 100));
        Assert.Equal("about 2 s left", remaining.Text(97, 100));
    }

    [Fact]
    public void What_took_longer_than_expected_is_never_less_than_nothing()
    {
        ManualTime time = new();
        RemainingTime remaining = new(time, TimeSpan.FromSeconds(5));
        time.Advance(TimeSpan.FromSeconds(50));

        Assert.Equal("about 1 s left", remaining.Text(1, 100));
    }

    [Theory]
    [InlineData(0.2, "1 s")]
    [InlineData(99.4, "99 s")]
    [InlineData(100, "2 min")]
    [InlineData(5_000, "83 min")]
    [InlineData(7_800, "2 h 10 min")]
    public void A_rough_duration_has_no_more_figures_than_it_deserves(double seconds, string text) => Assert.Equal(text, DurationText.Of(TimeSpan.FromSeconds(seconds)));

    [Fact]
    public void The_expected_duration_grows_with_processes_lanes_and_samples()
    {
        SuitePlan plan = new() { Samples = 10 };
        TimeSpan one = ExpectedDuration.Of(plan, 1, 1);

        Assert.Equal(one * 7, ExpectedDuration.Of(plan, 7, 1));
        Assert.True(ExpectedDuration.Of(plan with { Lanes = ["stream", "byte[]"] }, 1, 1) > one);
        Assert.True(ExpectedDuration.Of(plan with { Samples = 100 }, 1, 1) > one);
        Assert.True(ExpectedDuration.Of(plan with { WarmupLimit = TimeSpan.FromMilliseconds(100) }, 1, 1) < one);
    }
}
