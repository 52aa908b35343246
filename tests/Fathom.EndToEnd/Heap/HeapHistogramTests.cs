using Fathom.EndToEnd.Harness;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Heap;

/// <summary><c>heap histogram</c> on a process, its recording and its core.</summary>
public sealed class HeapHistogramTests : IDisposable
{
    private readonly TestFolder _folder = new();
    private readonly SampleProcess _sample = SampleProcess.Start("HeapMix", "12000", "--collect");

    private string Subject => $"pid:{_sample.Pid}";

    public void Dispose()
    {
        _sample.Dispose();
        _folder.Dispose();
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task Sizes_are_those_of_the_sample_whatever_the_source()
    {
        await CoreDump.WriteAsync(_sample.Pid, _folder.File("core"));
        HeapJson live = await HeapJson.AskAsync("heap", "histogram", Subject, "--type", "HeapMix.*", "--save", _folder.File("live.fathom"));
        HeapJson types = await HeapJson.AskAsync("heap", Subject, "--type", "HeapMix.*");

        Assert.Equal(live.Rows, (await HeapJson.AskAsync("heap", "histogram", _folder.File("live.fathom"), "--type", "HeapMix.*")).Rows);
        Assert.Equal(live.Rows, (await HeapJson.AskAsync("heap", "histogram", _folder.File("core"), "--type", "HeapMix.*")).Rows);
        foreach (string type in new[] { "HeapMix.Node", "HeapMix.Node[]" })
        {
            Assert.Equal(
                types.RowsOf(type).Sum(row => row.GetProperty("count").GetInt64()),
                live.RowsOf(type).Sum(row => row.GetProperty("count").GetInt64()));
        }

        await TargetHealth.CheckAsync(_sample);
    }

    [Fact]
    public async Task All_types_together_have_the_bytes_that_are_allocated()
    {
        await HeapJson.AskAsync("heap", Subject, "--save", _folder.File("live.fathom"));

        ToolRun sizes = await FathomTool.RunAsync("heap", "histogram", _folder.File("live.fathom"), "--by", "size", "--format", "csv", "--columns", "size_bytes");

        HeapJson types = await HeapJson.AskAsync("heap", _folder.File("live.fathom"));
        Assert.Equal(types.Total("allocated").GetProperty("size_bytes").GetInt64(), sizes.Out.Split('\n', StringSplitOptions.RemoveEmptyEntries).Skip(1).Sum(long.Parse));
    }

    [Fact]
    public async Task Words_that_make_no_sense_are_refused_with_the_next_step()
    {
        ToolRun unknown = await FathomTool.RunAsync("heap", "histogram", Subject, "--by", "colour");
        ToolRun both = await FathomTool.RunAsync("heap", "histogram", Subject, "--by", "size", "--type", "A");

        Assert.Equal((2, 2), (unknown.ExitCode, both.ExitCode));
        Snapshot.Match(string.Join('\n', unknown.Error, both.Error), "heap-histogram-errors.txt");
    }
}
