using System.Diagnostics;
using Fathom.Capture.Triggers;
using Fathom.Model.Conditions;
using Fathom.Model.Metrics;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Capture.Triggers;

/// <summary>Each metric of the condition grammar leads to a dump of a live process, and its opposite does not.</summary>
public sealed class MetricsMetTests
{
    [Fact]
    [Trait("Category", "Slow")]
    public void Every_metric_can_lead_to_a_dump_and_none_does_when_its_bound_is_not_reached()
    {
        using SampleProcess sample = SampleProcess.Start("HeapMix", "1200");
        foreach (string name in MetricCatalog.OfTriggers.Select(static metric => metric.Name))
        {
            Assert.True(IsMet(sample, $"{name}=0.."), $"{name} has no value that is at least 0");
            Assert.False(IsMet(sample, $"{name}=1000000000000000000.."), $"{name} is beyond every bound");
        }

        Assert.True(IsMet(sample, "rss_bytes=1MiB..,threads=1.."));
        Assert.False(IsMet(sample, "rss_bytes=1MiB..,threads=100000.."));
    }

    [Fact]
    public void A_condition_must_last_and_begins_anew_after_a_dump()
    {
        using SampleProcess sample = SampleProcess.Start("Idle");
        using MetricsMet condition = new(sample.Pid, [Condition("threads=1..")], TimeSpan.FromSeconds(30), null);
        long start = Stopwatch.GetTimestamp(), second = Stopwatch.Frequency;

        Assert.Null(condition.Look(start, TestContext.Current.CancellationToken));
        Assert.Null(condition.Look(start + (29 * second), TestContext.Current.CancellationToken));
        Assert.NotNull(condition.Look(start + (30 * second), TestContext.Current.CancellationToken));
        condition.Reset();
        Assert.Null(condition.Look(start + (40 * second), TestContext.Current.CancellationToken));
        Assert.NotNull(condition.Look(start + (70 * second), TestContext.Current.CancellationToken));
    }

    private static bool IsMet(SampleProcess sample, string text)
    {
        using MetricsMet condition = new(sample.Pid, [Condition(text)], TimeSpan.Zero, null);

        // What is a difference has no value at the first look.
        return condition.Look(Stopwatch.GetTimestamp(), TestContext.Current.CancellationToken) is not null
            || condition.Look(Stopwatch.GetTimestamp(), TestContext.Current.CancellationToken) is not null;
    }

    private static MetricCondition Condition(string text)
    {
        Condition condition = Fathom.Model.Conditions.Condition.Parse("--when", text);
        return MetricCondition.Bind(condition, new MetricSet(MetricCondition.Own([condition])));
    }
}
