using Fathom.Model;
using Fathom.Model.Conditions;
using Fathom.Model.Metrics;
using Fathom.Query.Trends;
using Xunit;

namespace Fathom.Tests.Model.Metrics;

/// <summary>Names of a program's own metrics, and their places behind those that every process has.</summary>
public sealed class OwnMetricTests
{
    [Theory]
    [InlineData("meter:Shop/orders", true, "Shop", "orders", OwnFigure.Usual)]
    [InlineData("meter:My.Shop/http.server/time@p95", true, "My.Shop", "http.server/time", OwnFigure.P95)]
    [InlineData("meter:Shop/price@p99", true, "Shop", "price", OwnFigure.P99)]
    [InlineData("meter:Shop/sold@total", true, "Shop", "sold", OwnFigure.Total)]
    [InlineData("counter:System.Runtime/gc-heap-size", false, "System.Runtime", "gc-heap-size", OwnFigure.Usual)]
    public void A_name_says_whose_figure_it_is(string name, bool isMeter, string source, string instrument, OwnFigure figure) =>
        Assert.Equal(new OwnMetric(name, isMeter, source, instrument, figure), OwnMetric.Parse(name, "in '--metric'"));

    [Theory]
    [InlineData("orders", "'orders' in '--metric orders' is not a metric of a program.")]
    [InlineData("meter:Shop", "'meter:Shop' in '--metric meter:Shop' does not say which instrument of which meter.")]
    [InlineData("meter:/orders", "'meter:/orders' in '--metric meter:/orders' does not say which instrument of which meter.")]
    [InlineData("counter:Shop/", "'counter:Shop/' in '--metric counter:Shop/' does not say which counter of which event source.")]
    [InlineData("meter:Shop/price@p50", "'@p50' in '--metric meter:Shop/price@p50' is not a figure of an instrument.")]
    [InlineData("counter:Shop/queue@p95", "'@p95' in '--metric counter:Shop/queue@p95' is not a figure of a counter.")]
    [InlineData("meter:My Shop/orders", "'meter:My Shop/orders' in '--metric meter:My Shop/orders' is not a metric of a program.")]
    public void What_is_none_is_refused(string name, string message)
    {
        FathomException error = Assert.Throws<FathomException>(() => OwnMetric.Parse(name, $"in '--metric {name}'"));

        Assert.Equal((ExitCode.Usage, message), (error.ExitCode, error.Message));
    }

    [Fact]
    public void They_stand_behind_the_others_once_each_and_conditions_bring_theirs()
    {
        Condition limit = Condition.Parse("--fail-if", "growth.meter:Shop/stock=1..,rss_bytes=1..");
        string[] names = ["meter:Shop/orders", "counter:Shop/queue_bytes", "meter:Shop/orders"];
        MetricSet metrics = new([.. names.Select(static name => OwnMetric.Parse(name, "")), .. MetricCondition.Own([limit])]);

        Assert.Equal(["meter:Shop/orders", "counter:Shop/queue_bytes", "meter:Shop/stock"], metrics.Names.Skip(MetricCatalog.Count));
        Assert.Equal(Enumerable.Range(0, metrics.All.Count), metrics.All.Select(static metric => metric.Place));
        Assert.Equal(Fathom.Model.Results.ColumnUnit.Bytes, metrics.Find("counter:Shop/queue_bytes", "").Column.Unit);
        Assert.Same(MetricCatalog.RssBytes, metrics.Find("rss_bytes", ""));
        Assert.Throws<FathomException>(() => metrics.Find("meter:Shop/other", ""));
    }

    [Fact]
    public void A_sum_only_grows_so_its_growth_is_not_judged()
    {
        Assert.False(TrendBook.IsJudged("meter:Shop/sold@total"));
        Assert.True(TrendBook.IsJudged("meter:Shop/sold"));
    }
}
