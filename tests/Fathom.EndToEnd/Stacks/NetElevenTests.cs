using System.Text.Json;
using Fathom.EndToEnd.Harness;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Stacks;

/// <summary>One pass of each verb over programs that run on .NET 11.</summary>
public sealed class NetElevenTests : IDisposable
{
    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    // One program for all verbs that look at a moment: most of the time of such a test goes by while a program starts. Only one verb at a time can stop it; what reads its core, or does
    // not stop it, runs meanwhile.
    [Fact]
    [Trait("Category", "Slow")]
    public async Task Each_verb_about_a_moment_is_right_about_the_program_live_and_in_its_core()
    {
        using SampleProcess sample = SampleProcess.Start("Stalls11Async", "deadlock-async");
        string core = _folder.File("core"), live = $"pid:{sample.Pid}";
        ToolRun dump = await FathomTool.RunAsync("dump", live, "-o", core);
        Assert.True(dump.ExitCode == 0, dump.ToString());

        Task<JsonElement[]> processes = RowsAsync("ps");
        await Task.WhenAll(StopAsync(live), ReadAsync(core), RowsAsync("memory", live), RowsAsync("watch", live, "--interval", "100ms", "--count", "5"), processes);

        Assert.Equal("11.0.0", Assert.Single(await processes, row => row.GetProperty("pid").GetInt32() == sample.Pid).GetProperty("runtime").GetString());
        Assert.True(sample.IsRunning);
    }

    [Fact]
    [Trait("Category", "Slow")]
    [Trait(Needs.Trait, Needs.PerfReason)]
    public async Task One_recording_answers_every_question_about_time()
    {
        Needs.Perf();
        using SampleProcess sample = SampleProcess.Start("Stalls11", "moments");
        string saved = _folder.File("moments.fathom"), own = $"pid={sample.Pid}";
        ToolRun run = await FathomTool.RunAsync("record", $"{sample.Pid}", "--duration", "1s", "--save", saved);
        Assert.True(run.ExitCode is 0 or 1, run.ToString());

        // Each reads the same files; together they take less time.
        string[] verbs = ["exceptions", "gc", "cpu", "waits", "threads"];
        Task<JsonElement[]> told = FathomTool.RowsAsync("sql", "SELECT count(*) AS n FROM exception_thrown", saved);
        string[] each = ["--each"];
        JsonElement[][] answers = await Task.WhenAll(
            verbs.Select(verb => FathomTool.RowsAsync([verb, saved, .. verb is "gc" or "threads" ? each : [], "--where", own])));
        (JsonElement[] thrown, JsonElement[] collections, JsonElement[] cpu, JsonElement[] waits, JsonElement[] threads) = (answers[0], answers[1], answers[2], answers[3], answers[4]);

        JsonElement refused = Assert.Single(thrown);
        Assert.Equal(("System.InvalidOperationException", "Stalls.Moments.Refuse"), (Text(refused, "type"), Text(refused, "method")));
        Assert.Equal(Assert.Single(await told).GetProperty("n").GetInt64(), refused.GetProperty("count").GetInt64());
        Assert.Contains(collections, static row => Text(row, "reason") == "induced");
        Assert.Contains(waits, static row => Text(row, "method") == "Stalls.Moments.Doze");

        // The loop was replaced on the stack: its own caller has the first address of the new code.
        Dictionary<string, long> spent = cpu.GroupBy(static row => Text(row, "method") ?? "")
            .ToDictionary(static rows => rows.Key, static rows => rows.Sum(static row => row.GetProperty("cpu_total_ns").GetInt64()));
        Assert.InRange(spent.GetValueOrDefault("[compiled code]!?"), 0, spent["Stalls.Moments.Loop"] / 2);
        foreach ((string name, string part) in new[] { ("dozer", "waiting_ns"), ("looper", "running_ns") })
        {
            JsonElement thread = Assert.Single(threads, row => row.GetProperty("tid").GetInt32() == sample.Facts.GetProperty("threads").GetProperty(name).GetInt32());
            Assert.True(thread.GetProperty(part).GetInt64() > 0, thread.ToString());
        }

        Assert.True(sample.IsRunning);
    }

    private static async Task StopAsync(string live)
    {
        await ReadAsync(live);
        foreach (string[] verb in (string[][])[["heap", live], ["heap", live, "--live"], ["stacks", live]])
            Assert.NotEmpty(await RowsAsync(verb));
    }

    // Each lock once with its waiters, the deadlock, and suspended calls by the names of the source.
    private static async Task ReadAsync(string from)
    {
        JsonElement[] monitors = [.. (await RowsAsync("stacks", "locks", from))
            .Where(static row => Text(row, "kind") == "monitor" && row.GetProperty("waiter_count").GetInt32() > 0)];
        Assert.Equal(2, monitors.Length);
        Assert.All(monitors, static row => Assert.Equal(1, row.GetProperty("owner_count").GetInt32()));
        JsonElement[] findings = await RowsAsync("findings", from);
        Assert.Single(findings, static row => Text(row, "rule") == "deadlock");
        Assert.Equal(["async-pile-up", "deadlock"], findings.Select(static row => Text(row, "rule")!).Distinct().Order(StringComparer.Ordinal));
        Dictionary<string, int> counts = (await RowsAsync("stacks", "async", from)).ToDictionary(
            static row => Text(row, "method")!, static row => row.GetProperty("count").GetInt32());
        Assert.Equal((1000, 1000, 300), (counts["Stalls.AsyncWaits.FetchAsync"], counts["Stalls.AsyncWaits.ParseAsync"], counts["Stalls.AsyncWaits.ThrottledAsync"]));
    }

    private static string? Text(JsonElement row, string column) => row.GetProperty(column).GetString();

    // No loss is expected here, so exit code 0; and delegates are judged.
    private static async Task<JsonElement[]> RowsAsync(params string[] args)
    {
        ToolRun run = await FathomTool.RunAsync([.. args, "--format", "json"]);
        Assert.True(run.ExitCode == 0, $"{string.Join(' ', args)}: {run}");
        Assert.DoesNotContain("not judged", run.Error, StringComparison.Ordinal);
        return [.. JsonDocument.Parse(run.Out).RootElement.GetProperty("rows").EnumerateArray()];
    }
}
