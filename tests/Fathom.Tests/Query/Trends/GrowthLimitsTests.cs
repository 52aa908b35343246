using Fathom.Model;
using Fathom.Model.Conditions;
using Fathom.Model.Metrics;
using Fathom.Query.Trends;
using Xunit;

namespace Fathom.Tests.Query.Trends;

public sealed class GrowthLimitsTests
{
    private const double MiB = 1 << 20;

    private readonly TrendBook _book = new();

    [Theory]
    [InlineData("growth.rss_bytes=5MiB..", true)]
    [InlineData("growth.rss_bytes=50MiB..", false)]
    [InlineData("rss_bytes=390MiB..", true)]
    [InlineData("rss_bytes=2GiB..", false)]
    [InlineData("growth.rss_bytes=5MiB..,rss_bytes=2GiB..", false)]
    public void A_limit_is_about_the_slope_per_hour_or_the_newest_value(string limit, bool isBroken)
    {
        // 10 MiB an hour: a value each six minutes.
        LimitVerdict verdict = Judge(limit, count: 300, i => (100 * MiB) + (i * MiB));

        Assert.Equal(isBroken, verdict.Broken.Count == 1);
        Assert.Empty(verdict.NotJudged);
    }

    [Fact]
    public void What_does_not_grow_breaks_no_limit_on_growth()
    {
        Random random = new(1);

        Assert.Empty(Judge("growth.rss_bytes=1B..", count: 100, _ => (100 + random.NextDouble()) * MiB).Broken);
    }

    [Fact]
    public void What_cannot_be_told_is_not_judged()
    {
        LimitVerdict verdict = Judge("growth.rss_bytes=5MiB..", count: 5, i => i * MiB);

        Assert.Empty(verdict.Broken);
        Assert.Equal("growth.rss_bytes=5MiB..: growth.rss_bytes has no value", Assert.Single(verdict.NotJudged));
    }

    [Theory]
    [InlineData("growth.cpu_ns=1h..")]
    [InlineData("growth.rss_byte=1MiB..")]
    [InlineData("shrink.rss_bytes=1MiB..")]
    [InlineData("growth.rss_bytes=5..3")]
    public void A_limit_that_cannot_be_judged_is_refused_before_the_watch(string limit) =>
        Assert.Equal(ExitCode.Usage, Assert.Throws<FathomException>(() => Limits(limit)).ExitCode);

    private static GrowthLimits Limits(string limit) => new([Condition.Parse("--fail-if", limit)], MetricCatalog.Columns);

    private LimitVerdict Judge(string limit, int count, Func<int, double> value)
    {
        ProcessTrends process = _book.Begin(new TrendSubject(1, "MyApp"), ["rss_bytes"]);
        for (int i = 0; i < count; i++)
            process.Add(i / 10.0, [value(i)]);
        LimitVerdict values = Limits(limit).JudgeValues(process), growth = Limits(limit).JudgeGrowth(_book, process);
        return new LimitVerdict([.. values.Broken, .. growth.Broken], [.. values.NotJudged, .. growth.NotJudged]);
    }
}
