using System.Text.Json;
using Fathom.EndToEnd.Harness;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Heap;

/// <summary><c>heap --live</c> and <c>--dead</c> on a process, its recording and its core, against what the sample says of itself.</summary>
public sealed class HeapLiveTests : IDisposable
{
    private readonly TestFolder _folder = new();
    private readonly SampleProcess _sample = SampleProcess.Start("HeapRoots");

    public void Dispose()
    {
        _sample.Dispose();
        _folder.Dispose();
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task A_process_its_recording_and_its_core_tell_the_same_live_and_dead_objects()
    {
        string recording = _folder.File("live.fathom"), core = _folder.File("core");
        HeapJson live = await HeapJson.AskAsync("heap", $"pid:{_sample.Pid}", "--live", "--save", recording);
        await CoreDump.WriteAsync(_sample.Pid, core);

        Check(live, "held");
        Check(await HeapJson.AskAsync("heap", core, "--live"), "held");
        Check(await HeapJson.AskAsync("heap", recording, "--dead"), "dead");
        Check(await HeapJson.AskAsync("heap", core, "--dead"), "dead");
        Assert.Equal(live.Rows, (await HeapJson.AskAsync("heap", recording, "--live")).Rows);
        Assert.Equal(
            live.Total("total").GetProperty("count").GetInt64(), live.Total("live").GetProperty("count").GetInt64() + live.Total("dead").GetProperty("count").GetInt64());
        await TargetHealth.CheckAsync(_sample, beats: false);
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task A_recording_with_its_graph_answers_again_what_the_process_answered()
    {
        string recording = _folder.File("graph.fathom"), packed = _folder.File("graph.zip");
        ToolRun saved = await FathomTool.RunAsync("heap", $"pid:{_sample.Pid}", "--live", "--by", "segment", "--save", recording, "--graph", "--format", "json");
        ToolRun pack = await FathomTool.RunAsync("pack", recording, "-o", packed);

        Assert.True(saved.ExitCode == 0 && pack.ExitCode == 0, saved.ToString() + pack);
        Assert.Matches(@"the graph of [\d,]+ objects and [\d,]+ references took .* to keep", saved.Error);
        Assert.Equal(HeapJson.Of(saved).Rows, (await HeapJson.AskAsync("heap", recording, "--live", "--by", "segment")).Rows);
        Assert.Equal(HeapJson.Of(saved).Rows, (await HeapJson.AskAsync("heap", packed, "--live", "--by", "segment")).Rows);
        Check(await HeapJson.AskAsync("heap", recording, "--live"), "held");
        ToolRun twice = await FathomTool.RunAsync("heap", $"pid:{_sample.Pid}", "--graph");
        Snapshot.Match(twice.Error, "heap-graph-error.txt");
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task Live_objects_are_compared_with_those_of_a_recording_that_tells_them()
    {
        string live = _folder.File("live.fathom"), graph = _folder.File("kept.fathom"), plain = _folder.File("all.fathom");
        await HeapJson.AskAsync("heap", $"pid:{_sample.Pid}", "--live", "--save", live);
        await FathomTool.RunAsync("heap", $"pid:{_sample.Pid}", "--save", graph, "--graph");
        await HeapJson.AskAsync("heap", $"pid:{_sample.Pid}", "--save", plain);

        HeapJson same = await HeapJson.AskAsync("heap", "diff", live, graph, "--live", "--where", "type=HeapRoots.*");
        HeapJson now = await HeapJson.AskAsync("heap", "diff", graph, $"pid:{_sample.Pid}", "--live", "--where", "status=same");
        ToolRun without = await FathomTool.RunAsync("heap", "diff", plain, live, "--live");

        Assert.All(same.Rows, static row => Assert.Contains("same", row, StringComparison.Ordinal));
        Assert.NotEmpty(now.Rows);
        Assert.True(same.Total("dead").GetProperty("a_count").GetInt64() > 0);
        Assert.Equal(3, without.ExitCode);
        Assert.Contains("all.fathom' does not separate live from dead objects.", without.Error, StringComparison.Ordinal);
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task Live_bytes_can_be_a_limit_and_go_into_a_file()
    {
        string csv = _folder.File("live.csv");
        ToolRun run = await FathomTool.RunAsync(
            "heap", $"pid:{_sample.Pid}", "--live", "--totals", "--fail-if", "live.count=1..", "-o", csv, "--append");

        Assert.True(run.ExitCode == 10, run.ToString());
        Assert.Contains("live", await File.ReadAllTextAsync(csv, TestContext.Current.CancellationToken), StringComparison.Ordinal);
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task What_cannot_be_answered_is_said_with_the_next_step()
    {
        string recording = _folder.File("plain.fathom");
        await HeapJson.AskAsync("heap", $"pid:{_sample.Pid}", "--save", recording);
        ToolRun without = await FathomTool.RunAsync("heap", recording, "--live");
        ToolRun both = await FathomTool.RunAsync("heap", recording, "--live", "--dead");

        Snapshot.Match((without.Error + both.Error).Replace(_folder.Path, "FOLDER", StringComparison.Ordinal), "heap-live-errors.txt");
    }

    private void Check(HeapJson answer, string part)
    {
        Assert.All(_sample.Facts.GetProperty(part).EnumerateArray(), entry => Assert.Equal(Count(entry), Count(answer.Row(entry.GetProperty("type").GetString()!))));
        string other = part == "held" ? "dead" : "held";
        Assert.All(_sample.Facts.GetProperty(other).EnumerateArray(), entry => Assert.False(answer.Has(entry.GetProperty("type").GetString()!)));
    }

    private static long Count(JsonElement row) => row.GetProperty("count").GetInt64();
}
