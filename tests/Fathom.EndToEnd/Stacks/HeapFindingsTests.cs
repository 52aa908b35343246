using System.Text.Json;
using Fathom.EndToEnd.Harness;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Stacks;

/// <summary>The rules about objects on the sample that is for them: live, on the recording of that look, and on a core.</summary>
public sealed class HeapFindingsTests : IDisposable
{
    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [Trait("Category", "Slow")]
    [InlineData("strings", "duplicate-strings", true)]
    [InlineData("arrays", "sparse-arrays", false)]
    [InlineData("collections", "sparse-collections,sparse-collections", false)]
    [InlineData("empty", "empty-collections", false)]
    [InlineData("events", "event-targets,event-targets", false)]
    [InlineData("timers", "timer-pile-up", false)]
    [InlineData("cancellations", "cancellation-pile-up,cancellation-pile-up", false)]
    [InlineData("tasks", "task-pile-up,task-pile-up", false)]
    [InlineData("context", "unloaded-context", true)]
    [InlineData("pinned", "pinned-heap", false)]
    [InlineData("corrupted", "corrupted-dictionary", false)]
    [InlineData("corrupted-set", "corrupted-dictionary", false)]
    [InlineData("inside", "corrupted-dictionary", false)]
    [InlineData("clean", "", true)]
    public Task A_rule_speaks_on_its_sample_only_and_its_recording_and_core_show_the_same(string scene, string rules, bool fromCore) => CompareAsync(scene, rules, fromCore);

    [Theory]
    [Trait("Category", "Long")]
    [InlineData("arrays", "sparse-arrays")]
    [InlineData("collections", "sparse-collections,sparse-collections")]
    [InlineData("tasks", "task-pile-up,task-pile-up")]
    [InlineData("corrupted", "corrupted-dictionary")]
    [InlineData("empty", "empty-collections")]
    [InlineData("events", "event-targets,event-targets")]
    [InlineData("timers", "timer-pile-up")]
    [InlineData("cancellations", "cancellation-pile-up,cancellation-pile-up")]
    [InlineData("pinned", "pinned-heap")]
    [InlineData("corrupted-set", "corrupted-dictionary")]
    [InlineData("inside", "corrupted-dictionary")]
    public Task The_cores_of_the_others_show_the_same_too(string scene, string rules) => CompareAsync(scene, rules, fromCore: true);

    private async Task CompareAsync(string scene, string rules, bool fromCore)
    {
        using SampleProcess sample = SampleProcess.Start("HeapFindings", scene);

        // What a busy machine delays is looked at too; that findings end in time is tested elsewhere.
        string[] live = await RowsAsync($"pid:{sample.Pid}", "--duration", "100ms", "--max-pause", "60s", "--save", _folder.File("live.fathom"));

        Assert.Equal(rules, string.Join(',', live.Select(Rule)));
        await TargetHealth.CheckAsync(sample, beats: false);
        Assert.Equal(live, await RowsAsync(_folder.File("live.fathom")));
        if (!fromCore)
            return;
        await CoreDump.WriteAsync(sample.Pid, _folder.File("core"));
        Assert.Equal(live.Select(Subject), (await RowsAsync(_folder.File("core"))).Select(Subject));
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task A_finalizer_behind_which_the_queue_grows_is_an_error_and_in_a_core_that_shows_one_moment_a_warning()
    {
        using SampleProcess sample = SampleProcess.Start("HeapFindings", "finalizer-grows");

        string live = Assert.Single(await RowsAsync($"pid:{sample.Pid}", "--duration", "2s", "--max-pause", "60s"));
        await WriteWalkableCoreAsync(sample.Pid, _folder.File("core"));
        string core = Assert.Single(await RowsAsync(_folder.File("core")));

        Assert.Equal(("stuck-finalizer", "error"), (Rule(live), Field(live, "severity")));
        Assert.Equal(("stuck-finalizer", "warning"), (Rule(core), Field(core, "severity")));
        Assert.Contains("HeapFindings.Finalizers.Block()", Field(core, "evidence"), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_recording_of_modules_alone_is_judged_by_the_rules_about_them()
    {
        using SampleProcess sample = SampleProcess.Start("HeapFindings", "context");
        ToolRun modules = await FathomTool.RunAsync("heap", "modules", $"pid:{sample.Pid}", "--save", _folder.File("modules.fathom"));
        Assert.True(modules.ExitCode == 0, modules.ToString());

        ToolRun run = await FathomTool.RunAsync("findings", _folder.File("modules.fathom"));

        Assert.True(run.ExitCode == 0, run.ToString());
        Assert.Contains("2 rules applied: 1 findings.\n", run.Out, StringComparison.Ordinal);
        Assert.Contains(" were not applied: the recording holds no snapshot of threads\n", run.Error, StringComparison.Ordinal);
    }

    private static string Rule(string row) => Field(row, "rule");

    private static string Subject(string row) => $"{Rule(row)} {Field(row, "subject")}";

    private static string Field(string row, string name)
    {
        using JsonDocument json = JsonDocument.Parse(row);
        return json.RootElement.GetProperty(name).GetString()!;
    }

    // A program that allocates all the time may be in a collection when its core is written; Fathom then says to write another one.
    private static async Task WriteWalkableCoreAsync(int pid, string file)
    {
        const int Attempts = 10;
        for (int attempt = 1; ; attempt++)
        {
            await CoreDump.WriteAsync(pid, file);
            ToolRun run = await FathomTool.RunAsync("findings", file);
            if (attempt == Attempts || !run.Error.Contains("was written in the middle of a garbage collection", StringComparison.Ordinal))
                return;
            File.Delete(file);
        }
    }

    private static async Task<string[]> RowsAsync(params string[] args)
    {
        ToolRun run = await FathomTool.RunAsync(["findings", .. args, "--columns", "!recording", "--format", "json"]);
        Assert.True(run.ExitCode == 0, run.ToString());
        using JsonDocument json = JsonDocument.Parse(run.Out);
        return [.. json.RootElement.GetProperty("rows").EnumerateArray().Select(static row => row.GetRawText())];
    }
}
