using System.Text.Json;
using Fathom.EndToEnd.Harness;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Heap;

/// <summary>The same heap gives the same answer from a process, a core, a recording and a packed recording.</summary>
public sealed class HeapSourceTests : IDisposable
{
    private readonly TestFolder _folder = new();
    private readonly SampleProcess _sample = SampleProcess.Start("HeapMix", "12000", "--collect");

    private string Subject => $"pid:{_sample.Pid}";

    public void Dispose()
    {
        _sample.Dispose();
        _folder.Dispose();
    }

    [Theory]
    [Trait("Category", "Slow")]
    [InlineData("generation")]
    [InlineData("segment")]
    [InlineData("load_context")]
    public async Task Live_core_recording_and_packed_recording_give_equal_rows(string by)
    {
        string recording = _folder.File("live.fathom"), core = _folder.File("core"), packed = _folder.File("live.fathom.zip");
        await CoreDump.WriteAsync(_sample.Pid, core);
        HeapJson live = await HeapJson.AskAsync("heap", Subject, "--save", recording, "--by", by);
        ToolRun pack = await FathomTool.RunAsync("pack", recording, "-o", packed);
        Assert.True(pack.ExitCode == 0, pack.ToString());

        Assert.NotEmpty(live.Rows);
        Assert.Equal(live.Rows, (await HeapJson.AskAsync("heap", recording, "--by", by)).Rows);
        Assert.Equal(live.Rows, (await HeapJson.AskAsync("heap", packed, "--by", by)).Rows);
        Assert.Equal(Own(live), Own(await HeapJson.AskAsync("heap", core, "--by", by)));
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task Any_two_sources_can_be_compared_and_nothing_of_the_sample_differs()
    {
        string recording = _folder.File("live.fathom"), core = _folder.File("core");
        await CoreDump.WriteAsync(_sample.Pid, core);
        await HeapJson.AskAsync("heap", Subject, "--save", recording);

        foreach ((string a, string b) in new[] { (recording, core), (core, Subject), (Subject, recording) })
        {
            HeapJson diff = await HeapJson.AskAsync("heap", "diff", a, b, "--where", "type=HeapMix.*");
            Assert.NotEmpty(diff.Rows);
            Assert.All(diff.Rows, row => Assert.Contains("\"status\":\"same\"", row, StringComparison.Ordinal));
        }

        await TargetHealth.CheckAsync(_sample);
    }

    [Fact]
    public async Task The_counts_are_those_that_the_sample_keeps_books_of()
    {
        HeapJson answer = await HeapJson.AskAsync("heap", Subject);

        JsonElement[] books = [.. _sample.Facts.GetProperty("types").EnumerateArray()];
        Assert.NotEmpty(books);
        Assert.All(books, book =>
        {
            JsonElement[] rows = answer.RowsOf(book.GetProperty("type").GetString()!);
            Assert.Equal(book.GetProperty("count").GetInt64(), rows.Sum(row => row.GetProperty("count").GetInt64()));
            Assert.Equal(book.GetProperty("size_bytes").GetInt64(), rows.Sum(row => row.GetProperty("size_bytes").GetInt64()));
        });
    }

    [Fact]
    public async Task Free_and_allocated_add_up_to_the_total_and_the_total_is_what_was_walked()
    {
        HeapJson answer = await HeapJson.AskAsync("heap", Subject, "--save", _folder.File("sum.fathom"));
        ToolRun walked = await FathomTool.RunAsync("sql", "select walked_bytes from heap_snapshot", _folder.File("sum.fathom"), "--format", "csv");

        long Size(string kind) => answer.Total(kind).GetProperty("size_bytes").GetInt64();
        Assert.Equal(Size("total"), Size("free") + Size("allocated"));
        Assert.Equal($"walked_bytes\n{Size("total")}\n", walked.Out);
    }

    // The runtime's own housekeeping may run between two looks; the sample's types stand still.
    private static string[] Own(HeapJson heap) => [.. heap.Rows.Where(row => row.Contains("HeapMix.", StringComparison.Ordinal))];
}
