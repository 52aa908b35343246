using System.Text.Json;
using System.Text.RegularExpressions;
using Fathom.EndToEnd.Harness;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Heap;

/// <summary><c>heap strings</c> and <c>heap strings diff</c> on a process, its recording and its core.</summary>
public sealed partial class HeapStringsTests : IDisposable
{
    private readonly TestFolder _folder = new();
    private readonly SampleProcess _sample = SampleProcess.Start("Insides");

    public void Dispose()
    {
        _sample.Dispose();
        _folder.Dispose();
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task A_process_its_recording_and_its_core_have_the_strings_that_the_sample_made()
    {
        JsonElement live = await AskAsync("heap", "strings", $"pid:{_sample.Pid}", "--save", _folder.File("live.fathom"));
        await CoreDump.WriteAsync(_sample.Pid, _folder.File("core"));
        JsonElement recording = await AskAsync("heap", "strings", _folder.File("live.fathom"));
        JsonElement core = await AskAsync("heap", "strings", _folder.File("core"));

        Assert.Equal(live.GetRawText(), recording.GetRawText());
        Assert.Equal(live.GetRawText(), core.GetRawText());
        foreach (JsonProperty fact in _sample.Facts.GetProperty("strings").EnumerateObject())
        {
            bool isLong = LongPattern().Match(fact.Name) is { Success: true };
            Assert.Contains(
                live.EnumerateArray(),
                row => row.GetProperty("count").GetInt64() == fact.Value.GetInt64()
                    && (isLong
                        ? row.GetProperty("text").GetString() == new string(fact.Name[0], 80) && row.GetProperty("length").GetInt64() == 300_000
                        : row.GetProperty("text").GetString() == fact.Name));
        }

        await TargetHealth.CheckAsync(_sample, beats: false);
    }

    [Fact]
    public async Task Lengths_totals_and_the_heap_of_the_same_recording_agree()
    {
        ToolRun saved = await FathomTool.RunAsync("heap", "strings", $"pid:{_sample.Pid}", "--by", "length", "--save", _folder.File("live.fathom"), "--format", "json");
        using JsonDocument lengths = JsonDocument.Parse(saved.Out);
        JsonElement total = lengths.RootElement.GetProperty("totals").EnumerateArray().Single(static row => row.GetProperty("kind").GetString() == "total");
        HeapJson heap = await HeapJson.AskAsync("heap", _folder.File("live.fathom"));
        JsonElement type = heap.Row("System.String");

        foreach (string column in (string[])["count", "size_bytes"])
        {
            Assert.Equal(type.GetProperty(column).GetInt64(), total.GetProperty(column).GetInt64());
            Assert.Equal(type.GetProperty(column).GetInt64(), lengths.RootElement.GetProperty("rows").EnumerateArray().Sum(row => row.GetProperty(column).GetInt64()));
        }
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task A_recording_with_its_graph_has_the_strings_of_the_process_too()
    {
        ToolRun saved = await FathomTool.RunAsync("heap", $"pid:{_sample.Pid}", "--save", _folder.File("graph.fathom"), "--graph");

        Assert.True(saved.ExitCode == 0, saved.ToString());
        Assert.Equal((await AskAsync("heap", "strings", $"pid:{_sample.Pid}")).GetRawText(), (await AskAsync("heap", "strings", _folder.File("graph.fathom"))).GetRawText());
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task A_comparison_shows_what_was_added_and_a_bound_is_said()
    {
        using SampleProcess other = SampleProcess.Start("Insides", "more");

        ToolRun diff = await FathomTool.RunAsync("heap", "strings", "diff", $"pid:{_sample.Pid}", $"pid:{other.Pid}", "--format", "json", "--where", "text=added*");
        ToolRun bounded = await FathomTool.RunAsync("heap", "strings", $"pid:{_sample.Pid}", "--max-distinct", "50", "--format", "csv");

        Assert.True(diff.ExitCode == 0, diff.ToString());
        using JsonDocument json = JsonDocument.Parse(diff.Out);
        JsonElement row = Assert.Single(json.RootElement.GetProperty("rows").EnumerateArray());
        // The text itself is a literal of both programs.
        Assert.Equal(
            ("added later", "changed", 40, 1),
            (row.GetProperty("text").GetString(), row.GetProperty("status").GetString(), row.GetProperty("delta_count").GetInt32(), row.GetProperty("a_count").GetInt32()));
        Assert.Equal(1, bounded.ExitCode);
        Assert.Contains("more than 50 different strings: the others are counted and not compared", bounded.Error, StringComparison.Ordinal);
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task Bad_input_is_one_sentence_with_the_next_step()
    {
        await FathomTool.RunAsync("heap", $"pid:{_sample.Pid}", "--save", _folder.File("types.fathom"));
        // The head of a gcdump is enough to tell what it is.
        await File.WriteAllBytesAsync(
            _folder.File("heap.gcdump"),
            [20, 0, 0, 0, .. "!FastSerialization.1"u8, 4, 4, 1, 10, 0, 0, 0, 8, 0, 0, 0, 10, 0, 0, 0, .. "GCHeapDump"u8],
            TestContext.Current.CancellationToken);
        System.Text.StringBuilder said = new();
        foreach (string line in new[]
        {
            "heap strings types.fathom", "heap strings diff types.fathom types.fathom", $"heap strings pid:{_sample.Pid} --by text", $"heap strings pid:{_sample.Pid} --by length --all",
            $"heap strings pid:{_sample.Pid} --max-distinct 0", $"heap strings pid:{_sample.Pid} --where wast_bytes=1..", "heap strings", "heap strings heap.gcdump", "heap segments heap.gcdump",
        })
        {
            ToolRun run = await FathomTool.RunAsync(line.Split(' '), null, folder: _folder.Path);
            Assert.Equal("", run.Out);
            said.Append($"$ fathom {line}\n{run.Error}exit {run.ExitCode}\n\n");
        }

        Snapshot.Match(said.ToString().Replace($"{_sample.Pid}", "PID", StringComparison.Ordinal), "strings-bad-input.txt");
    }

    private static async Task<JsonElement> AskAsync(params string[] args)
    {
        ToolRun run = await FathomTool.RunAsync([.. args, "--format", "json"]);
        Assert.True(run.ExitCode == 0, run.ToString());
        using JsonDocument json = JsonDocument.Parse(run.Out);
        return json.RootElement.GetProperty("rows").Clone();
    }

    [GeneratedRegex("^[xy]300000.$")]
    private static partial Regex LongPattern();
}
