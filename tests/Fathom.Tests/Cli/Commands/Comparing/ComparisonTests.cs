using System.Globalization;
using System.Text.Json;
using Fathom.Cli;
using Fathom.Cli.Frame;
using Fathom.Model;
using Fathom.TestSupport;
using Fathom.Tests.Cli.Hosting;
using Fathom.Tests.Query;
using Xunit;

namespace Fathom.Tests.Cli.Commands.Comparing;

/// <summary>Comparisons of made recordings, of which every figure is known.</summary>
public sealed class ComparisonTests : IDisposable
{
    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Recordings_of_different_lengths_are_compared_by_the_second()
    {
        Pair();
        JsonElement[] rows = await RowsAsync("cpu diff a.fathom b.fathom");

        Assert.Equal(
            [
                "Shop.Sell changed second cpu_total_ns 200000000 300000000 100000000 50",
                "Shop.New new second cpu_total_ns 0 60000000 60000000 -",
                "System.Old vanished second cpu_self_ns 50000000 0 -50000000 -100",
                "Shop.Same same second cpu_total_ns 100000000 100000000 0 0",
            ],
            rows.Select(static row => $"{Text(row, "method")} {Text(row, "status")} {Text(row, "per")} {Text(row, "figure")} {Text(row, "a_value_ns")} "
                + $"{Text(row, "b_value_ns")} {Text(row, "delta_value_ns")} {Text(row, "delta_percent")}"));
        // The figures of the verb itself.
        Assert.Equal(["2000000000 6000000000", "0 1200000000", "500000000 0", "1000000000 2000000000"], rows.Select(static row => $"{Text(row, "a_cpu_self_ns")} {Text(row, "b_cpu_self_ns")}"));
        Assert.All(rows, static row => Assert.Equal("not enough runs", Text(row, "verdict")));
    }

    [Fact]
    public async Task Whole_runs_are_compared_where_they_are_asked_for()
    {
        Pair();
        JsonElement[] rows = await RowsAsync("cpu diff a.fathom b.fathom --per run --measure samples");

        Assert.Equal(["0 1 run", "1 0 run", "1 1 run", "1 1 run"], rows.Select(static row => $"{Text(row, "a_value")} {Text(row, "b_value")} {Text(row, "per")}"));
    }

    [Fact]
    public async Task What_is_compared_stands_above_it()
    {
        Pair();
        HostRun run = await RunAsync("cpu diff a.fathom b.fathom"), whole = await RunAsync("exceptions diff a.fathom b.fathom --per run");

        Snapshot.Match(run + "\n" + whole, "comparison.txt");
    }

    [Theory]
    [Trait("Category", "Slow")]
    [InlineData("cpu", "method=Shop.Sell,delta_percent=50..", ExitCode.LimitBroken)]
    [InlineData("cpu", "method=Shop.Sell,delta_percent=51..", ExitCode.Ok)]
    [InlineData("cpu", "delta=100ms..", ExitCode.LimitBroken)]
    [InlineData("cpu", "after=301ms..", ExitCode.Ok)]
    [InlineData("exceptions", "type=Shop.NoStock,delta=-0.1..0.1", ExitCode.LimitBroken)]
    public async Task A_change_can_be_judged(string verb, string limit, ExitCode code)
    {
        Pair();
        Assert.Equal(code, (await RunAsync($"{verb} diff a.fathom b.fathom --fail-if {limit}")).Code);
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task Three_runs_of_each_side_tell_a_change_from_chance()
    {
        double[] before = [1.0, 1.1, 0.9], after = [2.0, 2.1, 1.9], same = [1.05, 0.95, 1.1], wide = [0.5, 3, 0.7];
        for (int i = 0; i < before.Length; i++)
        {
            Write("before", i, 4, before[i], same[i], before[i], after[i]);
            Write("after", i, 8, 2 * after[i], 2 * same[(i + 1) % 3], 2 * wide[i], 2 * before[i]);
        }

        JsonElement[] rows = await RowsAsync("cpu diff before-*.fathom after-*.fathom");
        JsonElement[] few = await RowsAsync("cpu diff before-0.fathom before-1.fathom vs after-0.fathom after-1.fathom after-2.fathom");

        Assert.Equal(
            ["Shop.Less faster", "Shop.More slower", "Shop.Same same", "Shop.Wide same"],
            rows.Select(static row => $"{Text(row, "method")} {Text(row, "verdict")}").Order(StringComparer.Ordinal));
        JsonElement more = rows.Single(static row => Text(row, "method") == "Shop.More");
        // Means by the second, and the smallest and largest of the runs.
        Assert.Equal([0.25, 0.5, 0.225, 0.275, 0.475, 0.525], Seconds(more, "a_value_ns", "b_value_ns", "a_lowest_ns", "a_highest_ns", "b_lowest_ns", "b_highest_ns"));
        // Standard errors 0.025/sqrt(3) each, 4 degrees of freedom: t(0.995) = 4.6041.
        double reach = 4.6041 * 0.025 * Math.Sqrt(2.0 / 3);
        Assert.Equal(0.25 - reach, Seconds(more, "delta_lowest_ns")[0], 1e-4);
        Assert.Equal(0.25 + reach, Seconds(more, "delta_highest_ns")[0], 1e-4);
        Assert.All(few, static row => Assert.Equal("not enough runs", Text(row, "verdict")));

        void Write(string side, int run, int seconds, double more, double equal, double scattered, double less) => ComparedTraces.Write(
            _folder, $"{side}-{run}", seconds, 0, [("Shop.More", more), ("Shop.Same", equal), ("Shop.Wide", scattered), ("Shop.Less", less)], pid: 100 + run);
    }

    [Fact]
    public async Task A_program_that_is_called_otherwise_now_is_the_same_where_it_is_the_only_one()
    {
        ComparedTraces.Write(_folder, "a", 1, 0, [("Shop.Sell", 0.5)]);
        ComparedTraces.Write(_folder, "b", 1, 0, [("Shop.Sell", 0.7)], pid: 77, program: "shop2");

        JsonElement row = Assert.Single(await RowsAsync("cpu diff a.fathom b.fathom"));

        Assert.Equal(("shop2", "changed", "200000000"), (Text(row, "process"), Text(row, "status"), Text(row, "delta_value_ns")));
    }

    [Fact]
    public async Task A_window_is_taken_of_each()
    {
        Pair();
        HostRun run = await RunAsync("exceptions diff a.fathom b.fathom --to 3ns --format csv --columns type,a_count,b_count,a_value");

        Assert.Equal("type,a_count,b_count,a_value\nShop.NoStock,2,2,666666666.6666666\n", run.Out);
    }

    [Fact]
    public async Task Two_windows_of_one_recording_are_two_sides()
    {
        Pair();
        HostRun run = await RunAsync("exceptions diff a.fathom a.fathom --from 0s,2ns --to 2ns, --per run --format csv --columns a_count,b_count,delta_value");
        HostRun all = await RunAsync("diff a.fathom a.fathom --from ,2ns --per run --format csv --where verb=exceptions --columns verb,a_value,b_value");

        // Of those at 1, 2, 3 and 4 ns.
        Assert.Equal(("a_count,b_count,delta_value\n1,3,2\n", "verb,a_value,b_value\nexceptions,4,3\n"), (run.Out, all.Out));
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task Of_three_runs_the_overview_has_only_what_is_no_chance()
    {
        for (int i = 0; i < 3; i++)
        {
            ComparedTraces.Write(_folder, $"a{i}", 1, 10, [("Shop.Sell", 0.2 + (0.01 * i)), ("Shop.Wide", 0.1 + (0.1 * i))]);
            ComparedTraces.Write(_folder, $"b{i}", 1, 10, [("Shop.Sell", 0.3 + (0.01 * i)), ("Shop.Wide", 0.3 - (0.05 * i))]);
        }

        HostRun run = await RunAsync("diff a?.fathom b?.fathom --format csv --columns verb,row,before,after,verdict,status");
        HostRun none = await RunAsync("diff a?.fathom a?.fathom");

        Assert.Equal("verb,row,before,after,verdict,status\ncpu,Shop.Sell,210 ms,310 ms,slower,changed\n", run.Out);
        Assert.Contains("note: no verb has a row that changed by more than chance", none.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task The_overview_has_the_largest_changes_of_all_verbs_and_names_the_next_commands()
    {
        Pair();
        HostRun run = await RunAsync("diff a.fathom b.fathom");

        Snapshot.Match(run.ToString(), "comparison-of-all.txt");
    }

    [Fact]
    public async Task What_cannot_be_compared_is_one_sentence_with_a_next_step()
    {
        Pair();
        HeapRecordings.Create(_folder, "heap", "T", 1).Dispose();
        string[] lines =
        [
            "cpu diff", "cpu diff a.fathom", "cpu diff a.fathom b.fathom a.fathom", "cpu diff vs a.fathom", "cpu diff a.fathom none.fathom",
            "cpu diff a.fathom none-*.fathom", "cpu diff a.fathom nowhere/*.fathom", "cpu diff heap.fathom a.fathom", "waits diff a.fathom b.fathom",
            "cpu diff a.fathom b.fathom --measure speed", "cpu diff a.fathom b.fathom --per hour", "cpu diff a.fathom b.fathom --from 15s",
            "diff", "diff a.fathom", "diff heap.fathom heap.fathom", "gc diff a.fathom b.fathom", "diff a.fathom a.fathom",
        ];
        List<string> said = [];
        foreach (string line in lines)
            said.Add($"$ fathom {line}\n{(await RunAsync(line)).ToString().Replace(_folder.Path + "/", "", StringComparison.Ordinal)}");
        Snapshot.Match(string.Join('\n', said), "comparison-refused.txt");
    }

    // 10 and 20 seconds: what took a fifth takes three tenths.
    private void Pair()
    {
        ComparedTraces.Write(_folder, "a", 10, 4, [("Shop.Sell", 2), ("System.Old", 0.5), ("Shop.Same", 1)]);
        ComparedTraces.Write(_folder, "b", 20, 8, [("Shop.Same", 2), ("Shop.Sell", 6), ("Shop.New", 1.2)], pid: 20);
    }

    private static string Text(JsonElement row, string column) => row.GetProperty(column) switch
    {
        { ValueKind: JsonValueKind.Null } => "-",
        { ValueKind: JsonValueKind.Number } number => Math.Round(number.GetDouble(), 6).ToString(CultureInfo.InvariantCulture),
        var text => text.GetString()!,
    };

    private static double[] Seconds(JsonElement row, params string[] columns) =>
        Array.ConvertAll(columns, column => Math.Round(row.GetProperty(column).GetDouble() / 1e9, 9));

    private async Task<JsonElement[]> RowsAsync(string line)
    {
        HostRun run = await RunAsync(line + " --format json");
        Assert.True(run.Code == ExitCode.Ok, run.ToString());
        return [.. JsonDocument.Parse(run.Out).RootElement.GetProperty("rows").EnumerateArray()];
    }

    private async Task<HostRun> RunAsync(string line)
    {
        string[] words = line.Split(' ');
        HostRun run = await HostRun.OfAsync(
            VerbCatalog.All,
            TerminalFacts.Redirected,
            Array.ConvertAll(words, word => word.Contains(".fathom", StringComparison.Ordinal) ? _folder.File(word) : word),
            TestContext.Current.CancellationToken);
        return run with { Out = Short(run.Out), Error = Short(run.Error) };

        string Short(string text) => text.Replace(_folder.Path + "/", "", StringComparison.Ordinal);
    }
}
