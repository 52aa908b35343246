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
    [InlineData("meter:Shop/orders{shop=north}@p95", "shop=north")]
    [InlineData("meter:Shop/orders{shop=a,b,kind=x=y}@p95", "shop=a,b", "kind=x=y")]
    public void Tags_are_those_of_a_set(string name, params string[] tags)
    {
        OwnMetric metric = OwnMetric.Parse(name, "");

        Assert.Equal(("Shop", "orders", OwnFigure.P95, name), (metric.Source, metric.Instrument, metric.Figure, metric.Name));
        Assert.Equal(tags, metric.Tags);
    }

    [Theory]
    [InlineData("{shop=c}", "shop=c", "", true)]
    [InlineData("{shop=c}", "kind=1,shop=c,place=2", "", true)]
    [InlineData("{shop=c}", "kind=1", "shop=c", true)]
    [InlineData("{shop=a,b}", "shop=a,b,kind=x=y", "", true)]
    [InlineData("{kind=x=y,shop=a,b}", "shop=a,b,kind=x=y", "", true)]
    [InlineData("{shop=c}", "shop=cc", "", false)]
    [InlineData("{shop=c}", "workshop=c,shop=d", "", false)]
    [InlineData("{shop=c,kind=1}", "shop=c,kind=2", "", false)]
    [InlineData("{shop=c}", "", "", false)]
    [InlineData("", "shop=c", "", true)]
    public void Values_are_of_the_tags_that_they_have(string asked, string tags, string others, bool isOf) =>
        Assert.Equal(isOf, OwnMetric.Parse($"meter:Shop/orders{asked}", "").IsOf(tags, others));

    [Fact]
    public void Conditions_have_names_with_tags()
    {
        Condition limit = Condition.Parse("--fail-if", "growth.meter:Shop/stock{shop=a,kind=b}=1..,meter:Shop/open{shop=c}@p95=2..,rss_bytes=3..");

        Assert.Equal(
            [("growth", "meter:Shop/stock{shop=a,kind=b}", "1.."), (null, "meter:Shop/open{shop=c}@p95", "2.."), (null, "rss_bytes", "3..")],
            limit.Parts.Select(static part => (part.Row, part.Column, part.Value)));
    }

    [Theory]
    [InlineData("counter:Shop/queue{a=b}", "'counter:Shop/queue{a=b}' in '--metric counter:Shop/queue{a=b}' has tags, and counters of event sources have none.")]
    [InlineData("meter:Shop/o{a=1}{b=2}", "'meter:Shop/o{a=1}{b=2}' in '--metric meter:Shop/o{a=1}{b=2}' is not a metric of a program.")]
    [InlineData("meter:Shop/orders{a}", "'meter:Shop/orders{a}' in '--metric meter:Shop/orders{a}' is not a metric of a program.")]
    [InlineData("meter:Shop/orders{a=b", "'meter:Shop/orders{a=b' in '--metric meter:Shop/orders{a=b' is not a metric of a program.")]
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
