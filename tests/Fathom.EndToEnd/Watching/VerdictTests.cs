using System.Text.Json;
using Fathom.EndToEnd.Harness;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Watching;

/// <summary>Four programs whose truth is known, each watched for two minutes.</summary>
[Trait("Category", "Long")]
public sealed class VerdictTests
{
    private const string Step = "65536";
    private const string ToothStep = "1048576";
    private const string StepMs = "100";

    [Theory]
    [InlineData("managed", "grows", "grows", "does not grow", "in the managed heap")]
    [InlineData("native", "grows", "does not grow", "does not grow", "outside of the managed heap")]
    [InlineData("cache", "grows", "does not grow", "grows", "in mapped files")]
    public async Task What_grows_is_told_with_its_place(string mode, string rss, string managed, string file, string place)
    {
        (Dictionary<string, string> verdicts, string header) = await WatchAsync(mode, Step);

        Assert.Equal(rss, verdicts["rss_bytes"]);
        // The first collection may come late in the watch and brings in pages of its code: that is too short to tell. To grow would be wrong.
        Assert.Equal(file == "grows", verdicts["rss_file_bytes"] == "grows");
        // A program that allocates next to nothing sees no collection, and what is garbage cannot be told then.
        Assert.Equal(managed == "grows", verdicts.GetValueOrDefault("managed_bytes") == "grows");
        Assert.Contains(place, header, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_saw_tooth_does_not_grow()
    {
        (Dictionary<string, string> verdicts, string header) = await WatchAsync("sawtooth", ToothStep);

        Assert.Equal("does not grow", verdicts["rss_bytes"]);
        Assert.Contains("resident memory does not grow", header, StringComparison.Ordinal);
    }

    private static async Task<(Dictionary<string, string> Verdicts, string Header)> WatchAsync(string mode, string step)
    {
        using SampleProcess sample = SampleProcess.Start("Growth", mode, step, StepMs);
        using TestFolder folder = new();
        string csv = folder.File("samples.csv");
        ToolRun run = await FathomTool.RunAsync(["watch", $"pid:{sample.Pid}", "--interval", "500ms", "--duration", "120s", "-o", csv], null, timeout: TimeSpan.FromMinutes(4));
        Assert.True(run.ExitCode == 0, run.ToString());
        Assert.True(sample.IsRunning);
        ToolRun again = await FathomTool.RunAsync("watch", "--input", csv, "--format", "json");
        using JsonDocument json = JsonDocument.Parse(again.Out);
        Dictionary<string, string> verdicts = json.RootElement.GetProperty("rows").EnumerateArray()
            .ToDictionary(static row => row.GetProperty("metric").GetString()!, static row => row.GetProperty("verdict").GetString()!);
        return (verdicts, run.Out);
    }
}
