using System.Text.Json;
using Fathom.EndToEnd.Harness;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Stacks;

/// <summary>Each rule on the sample that it is for, live and on a core, and all of them on a program with nothing wrong.</summary>
public sealed class FindingsTests : IDisposable
{
    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [Trait("Category", "Slow")]
    [InlineData("deadlock", "deadlock", true)]
    [InlineData("deadlock-join", "deadlock", true)]
    [InlineData("deadlock-native", "deadlock", true)]
    [InlineData("starvation", "thread-pool-starvation", true)]
    [InlineData("spin", "spinning-thread", false)]
    [InlineData("healthy", "", true)]
    public async Task A_rule_speaks_on_its_sample_only_and_a_core_shows_the_same(string scene, string rules, bool fromCore)
    {
        using SampleProcess sample = SampleProcess.Start("Stalls", scene);

        // What a busy machine delays is looked at too; that findings end in time is tested elsewhere. A thread that spins must get a processor ten times.
        JsonElement[] live = await RowsAsync($"pid:{sample.Pid}", ["--max-pause", "60s", .. scene == "spin" ? (string[])["--duration", "1s"] : []]);

        Assert.Equal(rules, string.Join(',', live.Select(row => row.GetProperty("rule").GetString())));
        Assert.All(live, row => Assert.All((string[])["severity", "subject", "evidence"], field => Assert.NotEqual("", row.GetProperty(field).GetString())));
        await TargetHealth.CheckAsync(sample, beats: false);
        if (!fromCore)
            return;
        await CoreDump.WriteAsync(sample.Pid, _folder.File("core"));
        Assert.Equal(
            live.Where(row => row.GetProperty("rule").GetString() != "spinning-thread").Select(Told),
            (await RowsAsync(_folder.File("core"))).Select(Told));
    }

    [Theory]
    [Trait("Category", "Long")]
    [InlineData("deadlock-mixed", "deadlock", true)]
    [InlineData("async", "async-pile-up,async-pile-up,async-pile-up", true)]
    public Task The_other_scenes_speak_on_their_sample_only_too(string scene, string rules, bool fromCore) =>
        A_rule_speaks_on_its_sample_only_and_a_core_shows_the_same(scene, rules, fromCore);

    [Fact]
    [Trait("Category", "Slow")]
    public async Task A_rule_that_needs_time_says_that_it_did_not_judge_a_core()
    {
        using SampleProcess sample = SampleProcess.Start("Stalls", "deadlock");
        await CoreDump.WriteAsync(sample.Pid, _folder.File("core"));

        ToolRun run = await FathomTool.RunAsync("findings", _folder.File("core"));

        Assert.True(run.ExitCode == 0, run.ToString());
        Assert.Contains("note: rule spinning-thread was not applied: a dump does not show how long a thread has been where it is\n", run.Error, StringComparison.Ordinal);
        Assert.Contains("16 rules applied: 1 findings.\nOf native locks, mutexes of glibc are judged (x64), and no others.\n", run.Out, StringComparison.Ordinal);
    }

    [Fact]
    public async Task An_error_fails_a_script_that_asks_for_it()
    {
        using SampleProcess sample = SampleProcess.Start("Stalls", "deadlock");

        ToolRun run = await FathomTool.RunAsync("findings", $"pid:{sample.Pid}", "--duration", "20ms", "--max-pause", "60s", "--fail-if", "severity=error");

        Assert.Equal(10, run.ExitCode);
    }

    // All but what was asked.
    private static string Told(JsonElement row) =>
        string.Join('|', ((string[])["rule", "severity", "subject", "evidence", "see"]).Select(column => row.GetProperty(column).GetString()));

    private static async Task<JsonElement[]> RowsAsync(string subject, params string[] options)
    {
        ToolRun run = await FathomTool.RunAsync(["findings", subject, .. options, "--format", "json"]);
        Assert.True(run.ExitCode == 0, run.ToString());
        using JsonDocument json = JsonDocument.Parse(run.Out);
        return [.. json.RootElement.GetProperty("rows").EnumerateArray().Select(row => row.Clone())];
    }
}
