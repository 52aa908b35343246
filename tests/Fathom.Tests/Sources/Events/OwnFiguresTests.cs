using Fathom.Model.Metrics;
using Fathom.Sources.Events;
using Fathom.Sources.Events.Sessions;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Sources.Events;

/// <summary>What a program that says what it measures tells of its own metrics.</summary>
public sealed class OwnFiguresTests
{
    private static readonly string[] s_names =
    [
        "meter:Shop/orders", "meter:shop/ORDERS@total", "meter:Shop/open", "meter:Shop/price", "meter:Shop/price@p95", "meter:Shop/stock", "meter:Shop/sold@total", "meter:Shop/stock@p95",
        "counter:System.Runtime/gc-heap-size", "meter:Shop/nothing", "counter:System.Runtime/nothing",
        "meter:Shop/orders{kind=even}@total", "meter:Shop/orders{shop=7,kind=odd}@total", "meter:Shop/orders{kind=none}@total",
        "meter:Shop.Places/height", "meter:Shop.Places/height{place=south}",
    ];

    private readonly MetricSet _metrics = new(s_names.Select(static name => OwnMetric.Parse(name, "")));

    [Fact]
    [Trait("Category", "Slow")]
    public async Task Each_kind_of_figure_is_told_over_all_tags_and_what_is_not_there_is_named()
    {
        using SampleProcess sample = SampleProcess.Start("Events");
        OwnFigures figures = new(TimeSpan.FromSeconds(1), _metrics.Own);
        await using EventSession session = await EventSession.StartAsync(sample.Pid, [figures], stop: TestContext.Current.CancellationToken);
        await Until(() => !double.IsNaN(Of(figures, "meter:Shop/stock")));

        sample.Ask("measure 100");
        double orders = double.NaN, median = double.NaN, highest = double.NaN;
        await Until(() =>
        {
            // Rates and percentiles are of one interval; the others stay.
            if (Of(figures, "meter:Shop/orders") is > 0 and var rate)
                orders = rate;
            if (Of(figures, "meter:Shop/price") is > 0 and var price)
                (median, highest) = (price, Of(figures, "meter:Shop/price@p95"));
            return orders > 0 && median > 0 && Of(figures, "meter:Shop/stock") == 900.5 && Of(figures, "meter:shop/ORDERS@total") == 100;
        });

        Assert.InRange(orders, 1, 100);
        Assert.InRange(median, 1, 100);
        Assert.InRange(highest, median, 100);
        Assert.Equal((100, 100), (Of(figures, "meter:Shop/open"), Of(figures, "meter:Shop/sold@total")));
        Assert.Equal((50, 50), (Of(figures, "meter:Shop/orders{kind=even}@total"), Of(figures, "meter:Shop/orders{shop=7,kind=odd}@total")));
        Assert.Equal((16, 9), (Of(figures, "meter:Shop.Places/height"), Of(figures, "meter:Shop.Places/height{place=south}")));
        Assert.InRange(Of(figures, "counter:System.Runtime/gc-heap-size"), 0.01, 1000);
        Assert.True(double.IsNaN(Of(figures, "meter:Shop/stock@p95")));
        Assert.Equal(["meter:Shop/nothing", "counter:System.Runtime/nothing", "meter:Shop/orders{kind=none}@total"], figures.Untold.Select(static metric => metric.Name));
        Assert.Equal("The program adds to 'meter:Shop/open' and takes from it, so its value is the change since a tool first requested it, not the level.", Assert.Single(figures.TakeProblems()));
        Assert.Empty(figures.TakeProblems());
        Assert.True((await session.StopAsync()).IsWhole);
        figures.Clear();
        Assert.All(_metrics.Own, metric => Assert.True(double.IsNaN(Of(figures, metric.Name))));
    }

    private double Of(OwnFigures figures, string name)
    {
        double[] values = new double[_metrics.All.Count];
        figures.CopyTo(values);
        return values[_metrics.Find(name, "").Place];
    }

    private static async Task Until(Func<bool> condition)
    {
        for (int i = 0; !condition(); i++)
        {
            Assert.True(i < 1200, "the program does not tell");
            await Task.Delay(50, TestContext.Current.CancellationToken);
        }
    }
}
