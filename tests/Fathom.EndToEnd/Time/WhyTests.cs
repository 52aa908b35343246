using System.Diagnostics;
using System.Globalization;
using System.Text.Json;
using Fathom.EndToEnd.Harness;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Time;

/// <summary><c>fathom why</c> about programs with causes that are known, and about one with none.</summary>
[Trait(Needs.Trait, Needs.PerfReason)]
public sealed class WhyTests
{
    private const int Terminal80 = 80;

    [Fact]
    [Trait("Category", "Slow")]
    public async Task Planted_causes_of_a_service_are_rows_whose_shares_are_the_whole()
    {
        Needs.Perf();
        using TestFolder folder = new();
        string saved = folder.File("shop.fathom");
        bool isPartial;
        using (SampleProcess shop = SampleProcess.Start("Causes", "shop"))
        using (SampleProcess customers = SampleProcess.Start("Causes", "customers", shop.Facts.GetProperty("address").GetString()!))
        {
            ToolRun live = await FathomTool.RunAsync("why", Text(shop.Pid), "--duration", "5s", "--save", saved, "--format", "csv");
            Assert.True(live.ExitCode is 0 or 1, live.ToString());
            isPartial = live.ExitCode == 1;
            // What was recorded for the answer gives the same answer.
            Assert.Equal(live.Out, (await FathomTool.RunAsync("why", saved, "--format", "csv")).Out);
        }

        JsonElement[] rows = await FathomTool.RowsAsync("why", saved);
        Assert.Equal(100, rows.Sum(static row => row.GetProperty("share_percent").GetDouble()), 1e-6);
        Assert.Contains(rows, static row => Is(row, "wait: sleep", "Store.LabelPrinter."));
        Assert.Contains(rows, static row => Is(row, "wait: task", "Store.PriceQuotes.Of"));
        // On a fast machine its lock is a small cause.
        Assert.All(rows.Where(static row => Text(row, "cause") == "wait: lock"), static row => Assert.StartsWith("owner: ", Text(row, "evidence"), StringComparison.Ordinal));
        Assert.Equal("not explained", Text(rows[^1], "cause"));
        // A kernel that loses switches of a busy machine leaves more unknown, which is said.
        Assert.True(isPartial || rows[^1].GetProperty("share_percent").GetDouble() < 20, rows[^1].ToString());

        // The sums are those of other verbs, and those of a window are its own.
        JsonElement[] waits = await FathomTool.RowsAsync("waits", saved);
        JsonElement task = Assert.Single(waits, static row => Text(row, "kind") == "task" && Text(row, "method") == "Store.PriceQuotes.Of");
        Assert.Equal(
            task.GetProperty("wait_sum_ns").GetInt64(),
            Assert.Single(rows, static row => Is(row, "wait: task", "Store.PriceQuotes.Of")).GetProperty("time_ns").GetInt64());
        JsonElement[] window = await FathomTool.RowsAsync("why", saved, "--from", "1s", "--to", "3s");
        Assert.Equal(100, window.Sum(static row => row.GetProperty("share_percent").GetDouble()), 1e-6);
        Assert.True(Sum(window) < Sum(rows), $"{Sum(window)} {Sum(rows)}");

        // One screen.
        ToolRun screen = await Terminal.RunAsync(Terminal80, new Dictionary<string, string> { ["TERM"] = "xterm" }, "why", saved);
        string[] lines = screen.Out.TrimEnd().Split('\n');
        Assert.Contains(lines, static line => line.Contains("% of its busy thread time", StringComparison.Ordinal));
        // The name of the recording, in a folder of tests, makes lines wrap.
        Assert.InRange(lines.Length, 10, 30);
        foreach (string command in lines.Where(static line => line.StartsWith("next: ", StringComparison.Ordinal)))
            Assert.Equal(0, (await FathomTool.ShellAsync($"{command["next: ".Length..].TrimEnd()} --top 1 -q")).ExitCode & ~1);
    }

    // A program with one cause: it is the first of those that do not depend on who else runs on the machine.
    [Theory]
    [Trait("Category", "Slow")]
    [InlineData("cpu", "run: own code", "Phases.CpuPhase.")]
    [InlineData("starvation", "wait: sleep", "Phases.StarvationPhase.Block")]
    public async Task A_program_with_one_cause_has_it_first(string phase, string cause, string method)
    {
        Needs.Perf();
        using TestFolder folder = new();
        string phases = Path.Combine(Repository.SampleFolder("Phases"), "Phases");

        ToolRun run = await FathomTool.ShellAsync($"fathom why --format json -- '{phases}' run facts.json 2 {phase}", folder: folder.Path);

        Assert.True(run.ExitCode is 0 or 1, run.ToString());
        JsonElement[] rows = [.. JsonDocument.Parse(run.Out).RootElement.GetProperty("rows").EnumerateArray()];
        JsonElement first = rows.First(static row => !Text(row, "cause").StartsWith("ready", StringComparison.Ordinal));
        Assert.True(Is(first, cause, method), string.Join('\n', rows));
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task A_lock_is_the_first_cause_with_what_its_owner_does()
    {
        Needs.Perf();
        using SampleProcess shop = SampleProcess.Start(new ProcessStartInfo("sh")
        {
            ArgumentList = { "-c", $"echo 'ready {{}}'; exec '{Path.Combine(Repository.SampleFolder("Slow"), "Slow")}'" },
        });

        Assert.Equal("done 5", shop.Ask("orders 5"));

        ToolRun run = await FathomTool.RunAsync("why", Text(shop.Pid), "--duration", "3s");

        Assert.True(run.ExitCode is 0 or 1, run.ToString());
        const string cause = "waits for a lock in Shop.Stock.Reserve, whose owner sleeps in Shop.Warehouse.Ask.";
        Assert.True(run.Out.Contains(cause, StringComparison.Ordinal), run.ToString());
        Assert.Contains($"next: fathom why --save NAME.fathom {shop.Pid} --duration 3s", run.Out, StringComparison.Ordinal);
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task An_idle_program_has_no_cause()
    {
        Needs.Perf();
        using SampleProcess idle = SampleProcess.Start("Idle");

        ToolRun run = await FathomTool.RunAsync("why", Text(idle.Pid), "--duration", "3s");

        Assert.Equal(0, run.ExitCode);
        Assert.Contains("Idle is idle: its threads ran ", run.Out, StringComparison.Ordinal);
        Assert.DoesNotContain("next:", run.Out, StringComparison.Ordinal);
        Assert.DoesNotContain("no rows", run.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_recording_of_a_heap_does_not_answer_and_the_error_says_what_does()
    {
        using TestFolder folder = new();
        string heap = folder.File("heap.fathom");
        using (SampleProcess idle = SampleProcess.Start("Idle"))
            Assert.Equal(0, (await FathomTool.RunAsync("heap", Text(idle.Pid), "--save", heap, "-q")).ExitCode);

        ToolRun run = await FathomTool.RunAsync("why", heap);

        Assert.Equal((3, ""), (run.ExitCode, run.Out));
        Assert.Contains("holds no trace.", run.Error, StringComparison.Ordinal);
        Assert.Contains("next: record one: fathom record PROCESS --duration 10s --save NAME.fathom", run.Error, StringComparison.Ordinal);
    }

    private static long Sum(JsonElement[] rows) => rows.Sum(static row => row.GetProperty("time_ns").GetInt64());

    private static bool Is(JsonElement row, string cause, string method) =>
        Text(row, "cause") == cause && Text(row, "method").StartsWith(method, StringComparison.Ordinal);

    private static string Text(JsonElement row, string column) => row.GetProperty(column).ToString();

    private static string Text(int number) => number.ToString(CultureInfo.InvariantCulture);
}
