using System.Text.Json;
using Fathom.EndToEnd.Harness;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Memory;

/// <summary><c>fathom memory</c> on a program that takes known amounts of each kind of memory.</summary>
public sealed class MemoryTests : IDisposable
{
    private readonly TestFolder _folder = new();
    private readonly SampleProcess _sample = SampleProcess.Start("MemoryMix");

    public void Dispose()
    {
        _sample.Dispose();
        _folder.Dispose();
    }

    [Fact]
    public async Task The_balance_adds_up_and_a_recording_gives_the_same_answer()
    {
        _sample.Ask("fill");
        using JsonDocument live = await AskAsync("memory", $"{_sample.Pid}", "--save", _folder.File("m.fathom"));
        using JsonDocument saved = await AskAsync("memory", _folder.File("m.fathom"));

        Assert.Equal(live.RootElement.GetProperty("rows").GetRawText(), saved.RootElement.GetProperty("rows").GetRawText());
        long sum = live.RootElement.GetProperty("rows").EnumerateArray().Sum(row => row.GetProperty("rss_bytes").GetInt64());
        Assert.Equal(Total(live, "rss"), sum);
        Assert.InRange(sum, Total(live, "kernel_rss") * 0.99, Total(live, "kernel_rss") * 1.01);
        Assert.Equal(Total(live, "total"), Total(live, "rss") + Total(live, "held"));
        Assert.Equal("unknown", _sample.Ask("hello"));
    }

    [Fact]
    public async Task A_comparison_shows_what_the_program_took()
    {
        using JsonDocument before = await AskAsync("memory", $"{_sample.Pid}", "--save", _folder.File("before.fathom"));
        using JsonDocument taken = JsonDocument.Parse(_sample.Ask("fill"));

        using JsonDocument diff = await AskAsync("memory", "diff", _folder.File("before.fathom"), $"{_sample.Pid}");

        foreach ((string name, string category) in new[] { ("managed", "managed heap"), ("not_explained", "not explained"), ("shared_memory", "shared memory"), ("mapped_files", "mapped files"), ("unmapped_shared_memory", "unmapped shared memory") })
        {
            long expected = taken.RootElement.GetProperty(name).GetInt64();
            long delta = diff.RootElement.GetProperty("rows").EnumerateArray().Single(row => row.GetProperty("category").GetString() == category).GetProperty("delta_bytes").GetInt64();
            Assert.True(Math.Abs(delta - expected) <= Math.Max(1024 * 1024, expected * 3 / 100), $"{category}: {delta}, not {expected}");
        }
    }

    [Fact]
    public async Task Owners_regions_and_the_control_group_are_other_views_of_one_look()
    {
        _sample.Ask("fill");
        using JsonDocument owners = await AskAsync("memory", $"{_sample.Pid}", "--by", "owner", "--save", _folder.File("m.fathom"));
        using JsonDocument regions = await AskAsync("memory", _folder.File("m.fathom"), "--regions", "--where", "category=not explained");
        using JsonDocument group = await AskAsync("memory", _folder.File("m.fathom"), "--cgroup");

        Assert.Contains(owners.RootElement.GetProperty("rows").EnumerateArray(), row => row.GetProperty("owner").GetString() == "memfd mix-mapped");
        Assert.Contains(owners.RootElement.GetProperty("rows").EnumerateArray(), row => row.GetProperty("owner").GetString()?.StartsWith("deep (tid ", StringComparison.Ordinal) == true);
        Assert.Equal(Total(owners, "not_explained"), regions.RootElement.GetProperty("rows").EnumerateArray().Sum(row => row.GetProperty("rss_bytes").GetInt64()));
        Assert.Contains(regions.RootElement.GetProperty("rows").EnumerateArray(), row => row.GetProperty("rss_bytes").GetInt64() >= 40 * 1024 * 1024);
        Assert.All(group.RootElement.GetProperty("rows").EnumerateArray(), row => Assert.NotEqual("", row.GetProperty("fact").GetString()));
    }

    [Fact]
    public async Task A_limit_on_a_sum_fails_a_script_and_a_trend_file_grows_by_one_look()
    {
        ToolRun within = await FathomTool.RunAsync("memory", $"{_sample.Pid}", "-o", _folder.File("m.csv"), "--append", "--fail-if", "allocated.size_bytes=1000GiB..");
        ToolRun beyond = await FathomTool.RunAsync("memory", $"{_sample.Pid}", "-o", _folder.File("m.csv"), "--append", "--fail-if", "rss.size_bytes=1MiB..");

        Assert.Equal((0, 10), (within.ExitCode, beyond.ExitCode));
        string[] lines = await File.ReadAllLinesAsync(_folder.File("m.csv"), TestContext.Current.CancellationToken);
        Assert.StartsWith("utc,pid,name,command_line,age_s,context,category,rss_bytes", lines[0], StringComparison.Ordinal);
        Assert.Equal(2, lines.Count(line => line.Contains(",managed heap,", StringComparison.Ordinal)));
    }

    [Fact]
    public async Task What_cannot_be_answered_is_one_sentence_and_one_next_step()
    {
        await CoreDump.WriteAsync(_sample.Pid, _folder.File("core"));
        ToolRun core = await FathomTool.RunAsync(["memory", "core"], null, folder: _folder.Path);
        ToolRun both = await FathomTool.RunAsync(["memory", $"{_sample.Pid}", "--regions", "--cgroup"], null);
        ToolRun by = await FathomTool.RunAsync(["memory", $"{_sample.Pid}", "--by", "colour"], null);

        Snapshot.Match($"{core.Error}exit {core.ExitCode}\n{both.Error}exit {both.ExitCode}\n{by.Error}exit {by.ExitCode}\n", "memory-bad-input.txt");
        Assert.Equal("", core.Out + both.Out + by.Out);
    }

    private static long Total(JsonDocument result, string kind) =>
        result.RootElement.GetProperty("totals").EnumerateArray().Single(row => row.GetProperty("kind").GetString() == kind).GetProperty("size_bytes").GetInt64();

    private static async Task<JsonDocument> AskAsync(params string[] args)
    {
        ToolRun run = await FathomTool.RunAsync([.. args, "--format", "json"]);
        Assert.True(run.ExitCode == 0, run.ToString());
        return JsonDocument.Parse(run.Out);
    }
}
