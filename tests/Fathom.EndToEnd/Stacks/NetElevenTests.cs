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

    [Fact]
    public async Task Threads_locks_and_findings_are_those_of_the_program_live_and_in_its_core()
    {
        using SampleProcess sample = SampleProcess.Start("Stalls11", "deadlock");
        string core = _folder.File("core");
        string subject = $"pid:{sample.Pid}";
        ToolRun dump = await FathomTool.RunAsync("dump", subject, "-o", core);
        Assert.True(dump.ExitCode == 0, dump.ToString());

        await Task.WhenAll(((string[])[subject, core]).Select(async from =>
        {
            JsonElement[] monitors = [.. (await RowsAsync("stacks", "locks", from))
                .Where(static row => row.GetProperty("kind").GetString() == "monitor" && row.GetProperty("waiter_count").GetInt32() > 0)];
            Assert.Equal(2, monitors.Length);
            Assert.All(monitors, static row => Assert.Equal(("monitor", 1), (row.GetProperty("kind").GetString(), row.GetProperty("owner_count").GetInt32())));
            Assert.Equal("deadlock", Assert.Single(await RowsAsync("findings", from)).GetProperty("rule").GetString());
        }));
    }

    [Fact]
    public async Task Suspended_calls_are_those_of_the_program_live_and_in_its_core()
    {
        using SampleProcess sample = SampleProcess.Start("Stalls11Async", "async");
        string core = _folder.File("core");
        ToolRun dump = await FathomTool.RunAsync("dump", $"pid:{sample.Pid}", "-o", core);
        Assert.True(dump.ExitCode == 0, dump.ToString());

        await Task.WhenAll(((string[])[$"pid:{sample.Pid}", core]).Select(async from =>
        {
            Dictionary<string, int> counts = (await RowsAsync("stacks", "async", from)).ToDictionary(
                static row => row.GetProperty("method").GetString()!, static row => row.GetProperty("count").GetInt32());
            Assert.Equal((1000, 1000, 300), (counts["Stalls.AsyncWaits.FetchAsync"], counts["Stalls.AsyncWaits.ParseAsync"], counts["Stalls.AsyncWaits.ThrottledAsync"]));
        }));
    }

    [Fact]
    public async Task Every_verb_about_a_process_ends_with_an_answer()
    {
        using SampleProcess sample = SampleProcess.Start("Stalls11", "healthy");
        Assert.Equal("11.0.0", Assert.Single(await RowsAsync("ps"), row => row.GetProperty("pid").GetInt32() == sample.Pid).GetProperty("runtime").GetString());
        foreach (string[] verb in new string[][] { ["heap"], ["heap", "--live"], ["stacks"], ["findings"], ["memory"], ["watch", "--interval", "100ms", "--count", "5"] })
        {
            ToolRun run = await FathomTool.RunAsync([verb[0], .. verb[1..].TakeWhile(static word => word[0] != '-'), $"pid:{sample.Pid}", .. verb[1..].SkipWhile(static word => word[0] != '-')]);
            Assert.True(run.ExitCode == 0, $"{string.Join(' ', verb)}: {run}");
            Assert.DoesNotContain("not judged", run.Error, StringComparison.Ordinal);
        }

        Assert.True(sample.IsRunning);
    }

    [Fact]
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
        JsonElement[][] answers = await Task.WhenAll(verbs.Select(verb => FathomTool.RowsAsync(verb, saved, "--where", own)));
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

    private static string? Text(JsonElement row, string column) => row.GetProperty(column).GetString();

    // No loss is expected here, so exit code 0.
    private static async Task<JsonElement[]> RowsAsync(params string[] args)
    {
        ToolRun run = await FathomTool.RunAsync([.. args, "--format", "json"]);
        Assert.True(run.ExitCode == 0, run.ToString());
        return [.. JsonDocument.Parse(run.Out).RootElement.GetProperty("rows").EnumerateArray()];
    }
}
