using System.Text.Json;
using Fathom.EndToEnd.Harness;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Time;

/// <summary>A thread pool whose workers are all blocked: when it starved, how it grew, and in which method they were.</summary>
[Trait(Needs.Trait, Needs.RootReason)]
public sealed class ThreadPoolTests : IDisposable
{
    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    [Trait("Category", "Slow")]
    public async Task Starvation_is_a_row_with_the_method_that_blocks_the_workers()
    {
        Needs.Root();
        using SampleProcess sample = SampleProcess.Start("Events");
        string saved = _folder.File("pool.fathom"), own = $"pid={sample.Pid}";
        Task<ToolRun> recording = FathomTool.RunAsync("record", $"{sample.Pid}", "--duration", "6s", "--save", saved);
        await Patience.UntilAsync(() => recording.IsCompleted || File.Exists(_folder.File($"pool.raw/{sample.Pid}.nettrace")));
        sample.Ask("block 40");
        ToolRun run = await recording;
        sample.Ask("unblock");
        Assert.True(run.ExitCode is 0 or 1, run.ToString());

        JsonElement[] rows = await FathomTool.RowsAsync("threadpool", saved, "--where", $"{own},reason=starvation");
        ToolRun screen = await FathomTool.RunAsync("threadpool", saved);
        ToolRun limit = await FathomTool.RunAsync("threadpool", saved, "--fail-if", "reason=starvation");

        Assert.All(rows, static row =>
        {
            Assert.True(row.GetProperty("after_workers").GetInt64() > row.GetProperty("before_workers").GetInt64(), row.GetRawText());
            Assert.StartsWith("Program+<>c.", row.GetProperty("blocked_in").GetString(), StringComparison.Ordinal);
        });
        Assert.NotEmpty(rows);
        Assert.Contains("more because no work was taken up", screen.Out, StringComparison.Ordinal);
        // A limit on an answer that is partial is not judged.
        Assert.Equal(screen.ExitCode == 0 ? 10 : 1, limit.ExitCode);
    }
}
