using System.Text.Json;
using Fathom.Cli;
using Fathom.Cli.Frame;
using Fathom.Model;
using Fathom.TestSupport;
using Fathom.Tests.Cli.Hosting;
using Xunit;

namespace Fathom.Tests.Query.Trends;

/// <summary>
/// Four programs whose truth is known (samples/Growth), watched for half a minute by <c>fathom watch -o</c> and kept in the folder <c>recorded</c>, with the
/// metrics that matter. The files are what a machine really gave: uneven times, a busy processor, collections. The reader of files was watched for longer, and
/// the half minute in which its runtime still grew is left out.
/// </summary>
public sealed class RecordedSeriesTests
{
    [Theory]
    [InlineData("managed", "grows", "the growth is in the managed heap")]
    [InlineData("native", "grows", "the growth is outside of the managed heap, in private memory")]
    [InlineData("file-cache", "does not grow", "the page cache of its control group grows by")]
    [InlineData("saw-tooth", "does not grow", "resident memory does not grow")]
    public async Task Each_recorded_program_gets_the_right_verdict(string name, string resident, string headline)
    {
        string file = Path.Combine(Repository.Root, "tests/Fathom.Tests/Query/Trends/recorded", name + ".csv");

        HostRun json = await RunAsync("watch", "--input", file, "--format", "json"), text = await RunAsync("watch", "--input", file);

        Assert.Equal((ExitCode.Ok, ""), (json.Code, json.Error));
        using JsonDocument rows = JsonDocument.Parse(json.Out);
        Dictionary<string, string> verdicts = rows.RootElement.GetProperty("rows").EnumerateArray()
            .ToDictionary(static row => row.GetProperty("metric").GetString()!, static row => row.GetProperty("verdict").GetString()!);
        Assert.Equal(resident, verdicts["rss_bytes"]);
        Assert.Equal((name == "managed", name == "file-cache"), (verdicts["managed_bytes"] == "grows", verdicts["cgroup_cache_bytes"] == "grows"));
        Assert.Contains(headline, text.Out.Split('\n')[0], StringComparison.Ordinal);
    }

    private static Task<HostRun> RunAsync(params string[] args) => HostRun.OfAsync(VerbCatalog.All, TerminalFacts.Redirected, args, TestContext.Current.CancellationToken);
}
