using System.Text.Json;
using System.Text.Json.Nodes;
using Fathom.EndToEnd.Harness;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Heap;

/// <summary><c>heap tasks</c> and <c>heap timers</c> on a process, its recording and its core.</summary>
public sealed class HeapPendingTests : IDisposable
{
    private readonly TestFolder _folder = new();
    private readonly SampleProcess _sample = SampleProcess.Start("Pending");

    public void Dispose()
    {
        _sample.Dispose();
        _folder.Dispose();
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task A_process_its_recording_and_its_core_give_equal_rows_and_one_recording_answers_both()
    {
        string[] tasks = await RowsAsync("tasks", $"pid:{_sample.Pid}", "--save", _folder.File("live.fathom"));
        await CoreDump.WriteAsync(_sample.Pid, _folder.File("core"));

        Assert.NotEmpty(tasks);
        Assert.Equal(tasks, await RowsAsync("tasks", _folder.File("live.fathom")));
        Assert.Equal(tasks, await RowsAsync("tasks", _folder.File("core")));
        string[] timers = await RowsAsync("timers", _folder.File("live.fathom"));
        Assert.Equal(5, timers.Length);
        Assert.Equal(timers.Select(WithoutTimes), (await RowsAsync("timers", _folder.File("core"))).Select(WithoutTimes));
        await TargetHealth.CheckAsync(_sample, beats: false);
    }

    [Fact]
    public async Task A_recording_without_them_is_refused_with_the_next_step()
    {
        await FathomTool.RunAsync("heap", $"pid:{_sample.Pid}", "--save", _folder.File("heap.fathom"));

        ToolRun run = await FathomTool.RunAsync("heap", "timers", _folder.File("heap.fathom"));

        Assert.Equal(3, run.ExitCode);
        Assert.Contains("--save", run.Error);
    }

    // A core has no clock.
    private static string WithoutTimes(string row)
    {
        JsonObject fields = JsonNode.Parse(row)!.AsObject();
        fields.Remove("first_due_ns");
        fields.Remove("last_due_ns");
        return fields.ToJsonString(JsonSerializerOptions.Default);
    }

    private static async Task<string[]> RowsAsync(string view, params string[] args)
    {
        ToolRun run = await FathomTool.RunAsync(["heap", view, .. args, "--format", "json"]);
        Assert.True(run.ExitCode == 0, run.ToString());
        using JsonDocument json = JsonDocument.Parse(run.Out);
        return [.. json.RootElement.GetProperty("rows").EnumerateArray().Select(static row => row.GetRawText())];
    }
}
