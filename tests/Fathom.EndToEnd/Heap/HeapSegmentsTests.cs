using System.Text.Json;
using Fathom.EndToEnd.Harness;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Heap;

/// <summary><c>heap segments</c> on a process, its recording and its core.</summary>
public sealed class HeapSegmentsTests : IDisposable
{
    private readonly TestFolder _folder = new();
    private readonly SampleProcess _sample = SampleProcess.Start("Insides");

    public void Dispose()
    {
        _sample.Dispose();
        _folder.Dispose();
    }

    [Theory]
    [Trait("Category", "Slow")]
    [InlineData]
    [InlineData("--by", "segment")]
    public async Task A_process_its_recording_and_its_core_give_equal_rows(params string[] view)
    {
        JsonElement live = await AskAsync(["heap", "segments", $"pid:{_sample.Pid}", "--save", _folder.File("live.fathom"), .. view]);
        await CoreDump.WriteAsync(_sample.Pid, _folder.File("core"));

        Assert.Equal(live.GetRawText(), (await AskAsync(["heap", "segments", _folder.File("live.fathom"), .. view])).GetRawText());
        Assert.Equal(live.GetRawText(), (await AskAsync(["heap", "segments", _folder.File("core"), .. view])).GetRawText());
        JsonElement total = live.GetProperty("totals")[0];
        Assert.InRange(total.GetProperty("pinned_count").GetInt64(), _sample.Facts.GetProperty("pinned").GetInt64(), 100);
        foreach (string column in (string[])["committed_bytes", "object_bytes", "free_bytes", "free_count", "pinned_count"])
            Assert.Equal(total.GetProperty(column).GetInt64(), live.GetProperty("rows").EnumerateArray().Sum(row => row.GetProperty(column).GetInt64()));
        await TargetHealth.CheckAsync(_sample, beats: false);
    }

    [Fact]
    public async Task Free_space_is_that_of_the_GC_and_of_the_heap_view()
    {
        JsonElement gc = JsonDocument.Parse(_sample.Ask("gc")).RootElement;
        JsonElement segments = await AskAsync("heap", "segments", $"pid:{_sample.Pid}", "--save", _folder.File("live.fathom"));
        HeapJson heap = await HeapJson.AskAsync("heap", _folder.File("live.fathom"));

        Assert.Equal(gc.GetProperty("large_fragmented_bytes").GetInt64(), Row("large").GetProperty("free_bytes").GetInt64());
        Assert.Equal(gc.GetProperty("gen2_fragmented_bytes").GetInt64(), Row("gen2").GetProperty("free_bytes").GetInt64());
        Assert.Equal(heap.Total("free").GetProperty("size_bytes").GetInt64(), segments.GetProperty("totals")[0].GetProperty("free_bytes").GetInt64());
        Assert.Equal(heap.Total("allocated").GetProperty("size_bytes").GetInt64(), segments.GetProperty("totals")[0].GetProperty("object_bytes").GetInt64());

        JsonElement Row(string generation) => segments.GetProperty("rows").EnumerateArray().Single(row => row.GetProperty("generation").GetString() == generation);
    }

    private static async Task<JsonElement> AskAsync(params string[] args)
    {
        ToolRun run = await FathomTool.RunAsync([.. args, "--format", "json"]);
        Assert.True(run.ExitCode == 0, run.ToString());
        using JsonDocument json = JsonDocument.Parse(run.Out);
        JsonElement root = json.RootElement.Clone();

        // The subject is what differs.
        return JsonSerializer.SerializeToElement(new Dictionary<string, JsonElement> { ["rows"] = root.GetProperty("rows"), ["totals"] = root.GetProperty("totals") });
    }
}
