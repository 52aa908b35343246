using System.Globalization;
using System.Text.Json;
using Fathom.Cli;
using Fathom.Cli.Frame;
using Fathom.Model;
using Fathom.Model.Results;
using Fathom.Query.Comparing;
using Fathom.Query.Questions;
using Fathom.TestSupport;
using Fathom.Tests.Cli.Hosting;
using Fathom.Tests.Query;
using Xunit;

namespace Fathom.Tests.Cli.Commands.Comparing;

/// <summary>Trends over made recordings, of which every figure is known.</summary>
public sealed class TraceTrendTests : IDisposable
{
    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task The_newest_stands_beside_what_is_usual()
    {
        Runs();
        JsonElement[] rows = await RowsAsync("cpu trend *.fathom");

        Assert.Equal(
            [
                "Shop.Sell cpu_total_ns 110000000 300000000 172.727273 ▃▄▃▃█ true 100000000 300000000 5 second",
                "Shop.New cpu_total_ns 0 60000000 - ....█ true 0 60000000 1 second",
                "Shop.Same cpu_total_ns 100000000 100000000 0 █████ false 100000000 100000000 5 second",
                "System.Old cpu_self_ns 0 0 - █.... false 0 50000000 1 second",
            ],
            rows.Select(static row => string.Join(' ', ((string[])["method", "figure", "usual_value_ns", "last_value_ns", "delta_percent", "trend", "is_outside",
                "lowest_value_ns", "highest_value_ns", "runs", "per"]).Select(column => Text(row, column)))));
    }

    [Fact]
    public async Task What_is_said_above_the_rows_and_what_a_limit_judges()
    {
        Runs();
        HostRun run = await RunAsync("cpu trend *.fathom"), limit = await RunAsync("cpu trend *.fathom --fail-if is_outside=true,delta_percent=172.. -q");
        HostRun kept = await RunAsync("cpu trend *.fathom --fail-if is_outside=true,delta_percent=173.. -q");
        HostRun isNew = await RunAsync("cpu trend *.fathom --fail-if method=Shop.New,is_outside=true,delta=50ms.. -q");

        Snapshot.Match(run.ToString(), "trend.txt");
        Assert.Equal((ExitCode.LimitBroken, ExitCode.Ok, ExitCode.LimitBroken), (limit.Code, kept.Code, isNew.Code));
    }

    // Named by itself and by the pattern, and a tie of names with numbers.
    [Fact]
    public async Task A_recording_that_is_named_twice_counts_once()
    {
        Runs();
        HostRun run = await RunAsync("cpu trend *.fathom 5.fathom --format csv --columns method,runs,usual_value_ns --where method=Shop.Sell");
        HostRun same = await RunAsync("cpu trend 5.fathom 5.fathom");

        Assert.Equal("method,runs,usual_value_ns\nShop.Sell,5,110000000\n", run.Out);
        Assert.Equal(ExitCode.Usage, same.Code);
    }

    // By hand: the others are 1 apart, and the median of four is between the two in the middle.
    [Theory]
    [InlineData(new[] { 3.0, 4, 3, 3.5 }, 4.5, 3.25, false)]
    [InlineData(new[] { 3.0, 4, 3, 3.5 }, 5, 3.25, false)]
    [InlineData(new[] { 3.0, 4, 3, 3.5 }, 5.1, 3.25, true)]
    [InlineData(new[] { 3.0, 4, 3, 3.5 }, 1.9, 3.25, true)]
    [InlineData(new[] { 0.0, 0, 0 }, 0.1, 0.0, true)]
    [InlineData(new[] { 0.0, 1 }, 9, 0.5, null)]
    [InlineData(new[] { double.NaN, 1, double.NaN, 3 }, 9, 2.0, null)]
    [InlineData(new[] { double.NaN, 1, 2, 3 }, double.NaN, 2.0, null)]
    public void The_newest_is_outside_where_it_is_farther_from_all_others_than_they_are_from_each_other(double[] before, double last, double usual, bool? isOutside)
    {
        ResultShape shape = new([new("method", CellKind.Text), new("max_ns", CellKind.Real, ColumnUnit.Nanoseconds)]);
        TableTrend trend = new(shape, new ComparedColumns(["method"], "max_ns") { Keeps = ["max_ns"] }, null, perSecond: true);
        ResultTable rows = trend.Rows([.. before.Append(last).Select(value => (new ResultTable(shape.Columns, double.IsNaN(value) ? [] : [[Cell.Of("a"), Cell.Of(value)]]), 1L))]);

        Cell[] row = Assert.Single(rows.Rows);
        Assert.Equal((usual, isOutside), (row[rows.IndexOf("usual_value_ns")].Number, row[rows.IndexOf("is_outside")] is { IsNull: false } cell ? cell.Boolean : null));
    }

    // By names the one that was made first would be the last.
    [Fact]
    public async Task Recordings_stand_in_the_order_in_which_they_were_made()
    {
        for (int i = 0; i < 4; i++)
            ComparedTraces.Write(_folder, $"{(char)('d' - i)}", 1, 0, [("Shop.Sell", 0.1 * (i + 1))], time: new Made(i));

        HostRun run = await RunAsync("cpu trend *.fathom --each --format csv --columns method,run,recording,utc,value_ns");

        Assert.Equal(
            """
            method,run,recording,utc,value_ns
            Shop.Sell,1,d.fathom,2026-01-01T00:00:00Z,100000000
            Shop.Sell,2,c.fathom,2026-01-02T00:00:00Z,200000000
            Shop.Sell,3,b.fathom,2026-01-03T00:00:00Z,300000000
            Shop.Sell,4,a.fathom,2026-01-04T00:00:00Z,400000000

            """,
            run.Out);
    }

    [Fact]
    public async Task Another_figure_whole_runs_and_a_window_are_followed_where_they_are_asked_for()
    {
        Runs();
        HostRun samples = await RunAsync("cpu trend *.fathom --measure samples --per run --format csv --columns method,usual_value,last_value --where method=Shop.New");
        HostRun thrown = await RunAsync("exceptions trend *.fathom --to 3ns --per run --format csv --columns type,usual_value,last_value,trend");

        Assert.Equal("method,usual_value,last_value\nShop.New,0,1\n", samples.Out);
        Assert.Equal("type,usual_value,last_value,trend\nShop.NoStock,2,2,█████\n", thrown.Out);
    }

    [Fact]
    public async Task What_has_no_trend_is_one_sentence_with_a_next_step()
    {
        Runs();
        HeapRecordings.Create(_folder, "x-heap", "T", 1).Dispose();
        string[] lines =
        [
            "cpu trend", "cpu trend 1.fathom", "cpu trend none-*.fathom", "cpu trend 1.fathom none.fathom", "cpu trend 1.fathom x-heap.fathom",
            "waits trend 1.fathom 2.fathom", "gc trend 1.fathom 2.fathom", "cpu trend 1.fathom 2.fathom --measure speed",
            "cpu trend 1.fathom 2.fathom --per hour", "cpu trend 1.fathom 2.fathom --from 15s", "cpu trend 1.fathom 2.fathom 3.fathom --fail-if is_outside=true",
        ];
        List<string> said = [];
        foreach (string line in lines)
            said.Add($"$ fathom {line}\n{await RunAsync(line)}");
        Snapshot.Match(string.Join('\n', said), "trend-refused.txt");
    }

    // The comparison is the definition: of one recording before, that is what is usual.
    [Fact]
    public void Of_two_recordings_a_trend_is_their_comparison()
    {
        ResultShape shape = new(
        [
            new("process", CellKind.Text), new("method", CellKind.Text), new("origin", CellKind.Text), new("time_ns", CellKind.Integer, ColumnUnit.Nanoseconds),
            new("all_ns", CellKind.Integer, ColumnUnit.Nanoseconds), new("max_ns", CellKind.Integer, ColumnUnit.Nanoseconds),
        ]);
        ComparedColumns compared = new(["process", "method"], "time_ns") { OwnFigure = "all_ns", Adds = ["time_ns"], Overlaps = ["all_ns"], Keeps = ["max_ns"] };
        Random random = new(7);
        int rows = 0;
        for (int round = 0; round < 200; round++)
        {
            (ResultTable, long) a = Table(), b = Table();
            foreach (string? figure in (string?[])[null, "max_ns"])
            {
                bool perSecond = random.Next(2) == 0;
                TableComparison comparison = new(shape, compared, figure, perSecond, isJudged: false);
                TableTrend trend = new(shape, compared, figure, perSecond);
                ResultTable changes = comparison.Rows([a], [b]), followed = trend.Rows([a, b]), each = trend.Each([a, b], [("a", ""), ("b", "")]);

                Assert.Equal(
                    Lines(changes, "process", "method", "figure", "a_value_ns", "b_value_ns", "delta_value_ns", "delta_percent", "per"),
                    Lines(followed, "process", "method", "figure", "usual_value_ns", "last_value_ns", "delta_value_ns", "delta_percent", "per"));
                Assert.Equal(
                    Lines(followed, "process", "method", "last_value_ns"),
                    Lines(each with { Rows = [.. each.Rows.Where(row => row[each.IndexOf("run")].Integer == 2)] }, "process", "method", "value_ns"));
                rows += followed.Rows.Count;
            }
        }

        Assert.True(rows > 1000, $"{rows}");

        (ResultTable, long) Table()
        {
            Cell[][] cells =
            [
                .. Enumerable.Range(0, random.Next(6)).Select(_ => (Cell[])
                [
                    Cell.Of(random.Next(3) == 0 ? "other" : "shop"), Cell.Of($"m{random.Next(5)}"), Cell.Of(random.Next(2) == 0 ? "own" : "framework"),
                    Value(), Value(), Value(),
                ]),
            ];
            return (new ResultTable(shape.Columns, cells), random.Next(10) == 0 ? 0 : random.NextInt64(1, 5_000_000_000));
        }

        Cell Value() => random.Next(8) == 0 ? default : Cell.Of(random.NextInt64(0, 4) * 100);

        static string[] Lines(ResultTable table, params string[] columns) =>
            [.. table.Rows.Select(row => string.Join('|', columns.Select(column => row[table.IndexOf(column)]))).Order(StringComparer.Ordinal)];
    }

    [Fact]
    public void Each_run_has_a_bar()
    {
        Assert.Equal("▁▃▅█", TrendBars.Of([0.1, 1, 2, 4.0]));
        Assert.Equal("?.█?", TrendBars.Of([null, 0, 4, null]));
        Assert.Equal("....", TrendBars.Of([0, 0, -1, 0]));
        Assert.Equal("??", TrendBars.Of([null, null]));
        Assert.Equal(new string('▃', TrendBars.Most), TrendBars.Of([.. Enumerable.Repeat<double?>(9, 5), .. Enumerable.Repeat<double?>(3, TrendBars.Most)]));
    }

    // 10 seconds each but the last, which has 20.
    private void Runs()
    {
        double[] sell = [1, 1.2, 1.1, 1.1, 6];
        for (int i = 0; i < sell.Length; i++)
        {
            bool isLast = i == sell.Length - 1;
            ComparedTraces.Write(
                _folder, $"{i + 1}", isLast ? 20 : 10, 4,
                [
                    ("Shop.Sell", sell[i]), ("Shop.Same", isLast ? 2 : 1), .. i == 0 ? [("System.Old", 0.5)] : Array.Empty<(string, double)>(),
                    .. isLast ? [("Shop.New", 1.2)] : Array.Empty<(string, double)>(),
                ],
                pid: 10 + i);
        }
    }

    private static string Text(JsonElement row, string column) => row.GetProperty(column) switch
    {
        { ValueKind: JsonValueKind.Null } => "-",
        { ValueKind: JsonValueKind.Number } number => Math.Round(number.GetDouble(), 6).ToString(CultureInfo.InvariantCulture),
        { ValueKind: JsonValueKind.True or JsonValueKind.False } flag => flag.GetBoolean() ? "true" : "false",
        var text => text.GetString()!,
    };

    private async Task<JsonElement[]> RowsAsync(string line)
    {
        HostRun run = await RunAsync(line + " --format json");
        Assert.True(run.Code == ExitCode.Ok, run.ToString());
        return [.. JsonDocument.Parse(run.Out).RootElement.GetProperty("rows").EnumerateArray()];
    }

    private async Task<HostRun> RunAsync(string line)
    {
        HostRun run = await HostRun.OfAsync(
            VerbCatalog.All,
            TerminalFacts.Redirected,
            Array.ConvertAll(line.Split(' '), word => word.Contains(".fathom", StringComparison.Ordinal) ? _folder.File(word) : word),
            TestContext.Current.CancellationToken);
        return run with { Out = Short(run.Out), Error = Short(run.Error) };

        string Short(string text) => text.Replace(_folder.Path + "/", "", StringComparison.Ordinal);
    }

    private sealed class Made(int day) : TimeProvider
    {
        public override DateTimeOffset GetUtcNow() => new(2026, 1, 1 + day, 0, 0, 0, TimeSpan.Zero);
    }
}
