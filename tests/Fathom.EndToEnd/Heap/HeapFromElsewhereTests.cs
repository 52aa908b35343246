using System.Text.Json;
using Fathom.EndToEnd.Harness;
using Fathom.Model;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Heap;

/// <summary>Heaps that came from elsewhere: gcdump files of PerfView, and a data access library that the user names.</summary>
public sealed class HeapFromElsewhereTests : IDisposable
{
    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [Trait("Category", "Slow")]
    [Trait(Needs.Trait, Needs.DataReason)]
    [InlineData("generation")]
    [InlineData("segment")]
    public async Task A_gcdump_and_a_recording_of_it_give_equal_rows(string by)
    {
        string recording = _folder.File("old.fathom");
        HeapJson dump = await HeapJson.AskAsync("heap", Data("test2.gcdump"), "--save", recording, "--by", by);

        Assert.NotEmpty(dump.Rows);
        Assert.Equal(dump.Rows, (await HeapJson.AskAsync("heap", recording, "--by", by)).Rows);
        Assert.Equal(dump.Rows.Count, dump.Rows.Distinct().Count());
    }

    [Fact]
    [Trait(Needs.Trait, Needs.DataReason)]
    public async Task A_gcdump_shows_its_types_and_says_what_it_cannot_show()
    {
        string file = Data("test2.gcdump");
        ToolRun run = await FathomTool.RunAsync("heap", file, "--top", "5");

        Assert.Equal(ExitCode.Ok, run.Code);
        Snapshot.Match($"{run.Out}--\n{run.Error}".Replace(file, "test2.gcdump", StringComparison.Ordinal), "gcdump.txt");
    }

    [Fact]
    [Trait(Needs.Trait, Needs.DataReason)]
    public async Task The_totals_of_a_gcdump_are_those_that_its_writer_published()
    {
        HeapJson answer = await HeapJson.AskAsync("heap", Data("test1.gcdump"));

        JsonElement total = answer.Total("total");
        Assert.Equal((6_481, 1_009_270), (total.GetProperty("count").GetInt64(), total.GetProperty("size_bytes").GetInt64()));
    }

    [Fact]
    [Trait("Category", "Slow")]
    [Trait(Needs.Trait, Needs.DataReason)]
    public async Task Two_gcdumps_and_a_process_can_be_compared()
    {
        using SampleProcess sample = SampleProcess.Start("HeapMix", "1200");

        HeapJson same = await HeapJson.AskAsync("heap", "diff", Data("test2.gcdump"), Data("test2.gcdump"));
        HeapJson other = await HeapJson.AskAsync("heap", "diff", Data("test2.gcdump"), $"pid:{sample.Pid}");

        Assert.All(same.Rows, row => Assert.Contains("\"status\":\"same\"", row, StringComparison.Ordinal));
        Assert.Contains(other.Rows, row => row.Contains("\"type\":\"System.Windows.DependencyProperty\"", StringComparison.Ordinal) && row.Contains("vanished", StringComparison.Ordinal));
        Assert.Contains(other.Rows, row => row.Contains("HeapMix.", StringComparison.Ordinal) && row.Contains("\"status\":\"new\"", StringComparison.Ordinal));
        await TargetHealth.CheckAsync(sample);
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task A_data_access_library_that_the_user_names_is_used_or_refused_and_never_replaced_in_silence()
    {
        using SampleProcess sample = SampleProcess.Start("HeapMix", "1200");
        string framework = Path.TrimEndingDirectorySeparator(System.Runtime.InteropServices.RuntimeEnvironment.GetRuntimeDirectory());

        ToolRun used = await FathomTool.RunAsync("heap", $"pid:{sample.Pid}", "--dac", framework, "--top", "1");
        ToolRun refused = await FathomTool.RunAsync("heap", $"pid:{sample.Pid}", "--dac", _folder.Path);

        Assert.True(used.Code == ExitCode.Ok, used.ToString());
        Assert.Equal(ExitCode.Usage, refused.Code);
        Assert.Empty(refused.Out);
        Assert.Matches($"^error: The data access library libmscordaccore.so of .*, runtime build id [0-9a-f]{{40}}, is not in '{_folder.Path}'\\.\n  next: ", refused.Error);
        await TargetHealth.CheckAsync(sample);
    }

    private static string Data(string file) => Path.Combine(Needs.DataFolder(), "gcdump", "perfview", file);
}
