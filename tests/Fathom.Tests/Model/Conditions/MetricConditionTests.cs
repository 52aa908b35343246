using Fathom.Model;
using Fathom.Model.Conditions;
using Fathom.Model.Metrics;
using Xunit;

namespace Fathom.Tests.Model.Conditions;

public sealed class MetricConditionTests
{
    private static readonly MetricSet s_metrics = new([]);

    [Theory]
    [InlineData("rss_bytes=2GiB..", 2147483648.0, 5, true)]
    [InlineData("rss_bytes=2GiB..", 2147483647.0, 5, false)]
    [InlineData("rss_bytes=1..,threads=10..", 2147483648.0, 5, false)]
    [InlineData("rss_bytes=1..,threads=..10", 2147483648.0, 5, true)]
    [InlineData("cpu_percent=0..", 1.0, 5, false)]
    public void It_holds_when_all_parts_do_and_never_by_an_unknown_value(string text, double rss, double threads, bool holds)
    {
        double[] values = new double[MetricCatalog.Count];
        Array.Fill(values, double.NaN);
        values[MetricCatalog.RssBytes.Place] = rss;
        values[MetricCatalog.Threads.Place] = threads;
        Assert.Equal(holds, MetricCondition.Bind(Condition.Parse("--when", text), s_metrics).Holds(values));
    }

    [Fact]
    public void A_row_is_refused() =>
        Assert.Equal(ExitCode.Usage, Assert.Throws<FathomException>(() => MetricCondition.Bind(Condition.Parse("--when", "growth.rss_bytes=1.."), s_metrics)).ExitCode);
}
