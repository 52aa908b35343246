using Fathom.Capture.Watching;
using Fathom.Cli.Commands.Watch;
using Fathom.Model.Metrics;
using Fathom.Model.Results;
using Fathom.Render.Live;
using Fathom.Render.Trends;
using Fathom.TestSupport;
using Fathom.Tests.Capture;
using Xunit;

namespace Fathom.Tests.Render;

/// <summary>What a watch shows while it runs, and the sentences at its end.</summary>
public sealed class WatchViewTests : IDisposable
{
    private const double MiB = 1 << 20;
    private const long Second = 1_000_000_000;

    private readonly StringWriter _error = new();

    public void Dispose() => _error.Dispose();

    [Fact]
    public void Without_a_terminal_each_sample_is_a_plain_line()
    {
        Show(new WatchView(_error, null, MetricCatalog.Columns, ManualTime.Start), samples: 3);

        Snapshot.Match(_error.ToString(), "watch-lines.txt");
    }

    [Fact]
    public void On_a_terminal_a_table_is_drawn_again_in_place_and_taken_away_at_the_end()
    {
        Show(new WatchView(_error, new LiveTable(_error, 80), MetricCatalog.Columns, ManualTime.Start), samples: 12);

        Snapshot.Match(_error.ToString().Replace("\e", "ESC", StringComparison.Ordinal), "watch-table.txt");
    }

    [Fact]
    public void A_value_of_an_earlier_sample_is_not_shown_as_one_of_now()
    {
        WatchMeter meter = new(MetricCatalog.Columns[MetricCatalog.Names.ToList().IndexOf("vmas")]);
        meter.Add(250);
        Assert.Contains(" 250 ", meter.Row(), StringComparison.Ordinal);
        meter.Add(double.NaN);
        Assert.True(meter.IsOld);
        Assert.Contains(" (250) ", meter.Row(), StringComparison.Ordinal);

        Show(new WatchView(_error, new LiveTable(_error, 80), MetricCatalog.Columns, ManualTime.Start), samples: 2, everySecond: "rss_bytes");
        Show(new WatchView(_error, null, MetricCatalog.Columns, ManualTime.Start), samples: 2, everySecond: "rss_bytes");

        Snapshot.Match(_error.ToString().Replace("\e", "ESC", StringComparison.Ordinal), "watch-paced.txt");
    }

    [Fact]
    public void A_sparkline_shows_the_newest_values_from_low_to_high()
    {
        Sparkline line = new(8);
        for (int i = 0; i < 12; i++)
            line.Add(i);

        Assert.Equal("▁▂▃▄▅▆▇█", line.ToString());
    }

    [Fact]
    public void Equal_values_are_a_low_line_and_none_are_nothing()
    {
        Sparkline line = new(4);
        Assert.Equal("", line.ToString());
        line.Add(5);
        line.Add(double.NaN);
        line.Add(5);

        Assert.Equal("▁▁", line.ToString());
    }

    [Fact]
    public void Verdicts_are_said_in_words()
    {
        TrendFacts facts = new("grows", "steady", ColumnUnit.Bytes, "h")
        {
            Growth = 36.25 * MiB,
            ConfidencePercent = 99.99,
            First = 100 * MiB,
            Last = 318 * MiB,
            Span = 6,
            WarmUp = 0.25,
            Samples = 2160,
            LeastSamples = 8,
        };
        string[] reasons = ["few values", "long swings", "within swings", "slowing", "late jump", "unsure"];
        string[] flat = ["no rise", "falls", "constant", "immaterial", "settled"];
        string[] lines =
        [
            TrendText.Of(facts),
            TrendText.Of(facts with { Per = "iteration", Unit = ColumnUnit.Count, Growth = 12.5, First = 1000, Last = 1100, Span = 8, WarmUp = 0 }),
            TrendText.Of(facts with { Verdict = "paging", Reason = "swapped" }),
            .. flat.Select(reason => TrendText.Of(facts with { Verdict = "does not grow", Reason = reason, WarmUp = 0, Growth = reason == "falls" ? -MiB : 0 })),
            .. reasons.Select(reason => TrendText.Of(facts with { Verdict = "too short to tell", Reason = reason, ConfidencePercent = 98.5, Samples = 5 })),
            TrendParts.Headline("MyApp", 4711, Parts(("rss_bytes", "grows", 36 * MiB), ("managed_bytes", "grows", 35 * MiB), ("rss_anon_bytes", "grows", 36 * MiB)), "h"),
            TrendParts.Headline("MyApp", 4711, Parts(("rss_bytes", "grows", 36 * MiB), ("managed_bytes", "does not grow", 0), ("rss_anon_bytes", "grows", 36 * MiB)), "h"),
            .. new[] { "grows", "too short to tell" }.Select(static verdict => TrendParts.Headline(
                "MyApp",
                4711,
                Parts(("rss_bytes", "grows", 36 * MiB), ("managed_bytes", verdict, 9 * MiB), ("rss_anon_bytes", "grows", 36 * MiB)),
                "h")),
            TrendParts.Headline("MyApp", 4711, Parts(("rss_bytes", "grows", 36 * MiB), ("rss_file_bytes", "grows", 36 * MiB), ("rss_anon_bytes", "does not grow", 0)), "h"),
            .. new[] { "malloc_free_bytes", "malloc_in_use_bytes" }.Select(static metric => TrendParts.Headline(
                "MyApp", 4711, Parts(("rss_bytes", "grows", 36 * MiB), ("managed_bytes", "does not grow", 0), (metric, "grows", 35 * MiB), ("rss_anon_bytes", "grows", 36 * MiB)), "h")),
            TrendParts.Headline("MyApp", null, Parts(("rss_bytes", "does not grow", 0)), "iteration"),
            TrendParts.Headline("MyApp", 4711, Parts(("rss_bytes", "does not grow", 0), ("cgroup_cache_bytes", "grows", 360 * MiB)), "h"),
            TrendParts.Headline("MyApp", 4711, Parts(("count", "grows", 5)), "h"),
        ];

        Snapshot.Match(string.Join('\n', lines) + "\n", "trend-words.txt");
    }

    private static Dictionary<string, TrendParts.Part> Parts(params (string Metric, string Verdict, double Growth)[] parts) =>
        parts.ToDictionary(static part => part.Metric, static part => new TrendParts.Part(part.Verdict, part.Growth, part.Verdict));

    private static void Show(WatchView view, int samples, string? everySecond = null)
    {
        WatchedProcess process = new(1, WatchedFacts.Of(4711, "MyApp")) { AgeAtStartNs = 0 };
        view.Began(process);
        double[] values = new double[MetricCatalog.Columns.Count];
        for (int i = 0; i < samples; i++)
        {
            Array.Fill(values, double.NaN);
            Set(values, "rss_bytes", (100 + i) * MiB);
            Set(values, "rss_anon_bytes", (60 + i) * MiB);
            Set(values, "managed_bytes", (20 + (i % 5)) * MiB);
            Set(values, "threads", 12);
            Set(values, "cpu_percent", 1.5 * i);
            if (everySecond is not null && i % 2 == 1)
                Set(values, everySecond, double.NaN);
            view.Sampled(process, i * 10 * Second, values);
            view.RoundEnded(i * 10 * Second);
        }

        view.Ended(process, samples * 10 * Second, "exit code 3");
        view.Leave();
    }

    private static void Set(double[] values, string metric, double value) => values[MetricCatalog.Names.ToList().IndexOf(metric)] = value;
}
