using System.Text.Json;
using Fathom.EndToEnd.Harness;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Heap;

/// <summary><c>heap handles</c>, <c>heap finalizers</c> and <c>heap modules</c> on a process, its recording and its core.</summary>
public sealed class HeapRuntimeTests : IDisposable
{
    private readonly TestFolder _folder = new();
    private readonly SampleProcess _sample = SampleProcess.Start("Leftovers");

    public void Dispose()
    {
        _sample.Dispose();
        _folder.Dispose();
    }

    [Theory]
    [Trait("Category", "Slow")]
    [InlineData("handles")]
    [InlineData("finalizers")]
    [InlineData("modules")]
    public async Task A_process_its_recording_and_its_core_give_equal_rows(string view)
    {
        string[] live = await RowsAsync(view, $"pid:{_sample.Pid}", "--save", _folder.File("live.fathom"));
        await CoreDump.WriteAsync(_sample.Pid, _folder.File("core"));

        Assert.NotEmpty(live);
        Assert.Equal(live, await RowsAsync(view, _folder.File("live.fathom")));
        Assert.Equal(live.Where(IsOwn), (await RowsAsync(view, _folder.File("core"))).Where(IsOwn));
        await TargetHealth.CheckAsync(_sample, beats: false);
    }

    // The runtime itself makes handles and objects as it goes.
    private static bool IsOwn(string row) => row.Contains("Leftovers", StringComparison.Ordinal);

    private static async Task<string[]> RowsAsync(string view, params string[] args)
    {
        ToolRun run = await FathomTool.RunAsync(["heap", view, .. args, "--format", "json"]);
        Assert.True(run.ExitCode == 0, run.ToString());
        using JsonDocument json = JsonDocument.Parse(run.Out);
        return [.. json.RootElement.GetProperty("rows").EnumerateArray().Select(static row => row.GetRawText())];
    }
}
