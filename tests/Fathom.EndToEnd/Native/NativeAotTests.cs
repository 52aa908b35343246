using System.Text.Json;
using Fathom.EndToEnd.Harness;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Native;

/// <summary>What works for a program that NativeAOT has compiled, and what is said of the rest.</summary>
[Trait("Category", "Long")]
public sealed class NativeAotTests(PublishedAotProgram program) : IClassFixture<PublishedAotProgram>
{
    [Fact]
    public async Task It_is_listed_as_what_it_is()
    {
        using SampleProcess aot = SampleProcess.Start(program.Start());

        JsonElement row = Assert.Single(await RowsAsync("ps"), row => row.GetProperty("pid").GetInt32() == aot.Pid);

        Assert.Equal("NativeAOT", row.GetProperty("runtime").GetString());
    }

    [Fact]
    public async Task Questions_about_managed_objects_are_refused_in_one_sentence()
    {
        using SampleProcess aot = SampleProcess.Start(program.Start());
        List<string> errors = [];
        foreach (string[] verb in new string[][] { ["heap"], ["heap", "suspects"], ["findings"], ["stacks", "locks"] })
        {
            ToolRun run = await FathomTool.RunAsync([.. verb, $"pid:{aot.Pid}"]);
            Assert.Equal((3, ""), (run.ExitCode, run.Out));
            errors.Add($"fathom {string.Join(' ', verb)}\n{run.Error.Replace($"{aot.Pid}", "PID", StringComparison.Ordinal)}");
        }

        Snapshot.Match(string.Join('\n', errors), "native-aot-errors.txt");
    }

    [Fact]
    public async Task Its_memory_is_shown_and_the_missing_heap_said()
    {
        using SampleProcess aot = SampleProcess.Start(program.Start());

        ToolRun run = await FathomTool.RunAsync("memory", $"pid:{aot.Pid}");

        Assert.True(run.ExitCode == 0, run.ToString());
        Assert.Contains(
            "This is a NativeAOT program: its managed types and objects cannot be read, and its managed heap is part of what is not explained.",
            run.Out + run.Error,
            StringComparison.Ordinal);
        Assert.Contains("NativeAOT", run.Out.Split('\n')[0], StringComparison.Ordinal);
    }

    [Fact]
    public async Task It_can_be_watched()
    {
        using SampleProcess aot = SampleProcess.Start(program.Start());

        ToolRun run = await FathomTool.RunAsync("watch", $"pid:{aot.Pid}", "--interval", "100ms", "--count", "20", "--format", "json");

        Assert.True(run.ExitCode == 0, run.ToString());
        using JsonDocument verdict = JsonDocument.Parse(run.Out);
        Assert.Contains(verdict.RootElement.GetProperty("rows").EnumerateArray(), static row => row.GetProperty("metric").GetString() == "rss_anon_bytes");
    }

    [Fact]
    public async Task Each_thread_has_its_functions_up_to_the_outermost_and_the_program_runs_on()
    {
        using SampleProcess aot = SampleProcess.Start(program.Start());
        aot.WaitUntilItReads();

        ToolRun run = await FathomTool.RunAsync("stacks", $"pid:{aot.Pid}", "--duration", "20ms", "--format", "json");

        Assert.True(run.ExitCode == 0, run.ToString());
        Assert.Contains("stopping ", run.Error, StringComparison.Ordinal);
        using JsonDocument json = JsonDocument.Parse(run.Out);
        JsonElement[] rows = [.. json.RootElement.GetProperty("rows").EnumerateArray()];
        Assert.Equal(Directory.GetDirectories($"/proc/{aot.Pid}/task").Length, rows.Length);
        string[] stacks = [.. rows.Select(static row => row.GetProperty("frames").ToString())];
        string sleeper = Assert.Single(stacks, static stack => stack.Contains("AotProgram!AotProgram_Places__Inner", StringComparison.Ordinal));
        Assert.InRange(sleeper.IndexOf("AotProgram_Places__Outer", StringComparison.Ordinal), sleeper.IndexOf("AotProgram_Places__Inner", StringComparison.Ordinal) + 1, int.MaxValue);
        Assert.Contains("libc.so.6!", sleeper, StringComparison.Ordinal);
        string main = rows.Single(row => row.GetProperty("tid").GetInt32() == aot.Pid).GetProperty("frames").ToString();
        Assert.Contains("AotProgram!AotProgram_Program___Main__", main, StringComparison.Ordinal);
        Assert.EndsWith("AotProgram!_start", main, StringComparison.Ordinal);
        Assert.EndsWith("libc.so.6!clone3", sleeper, StringComparison.Ordinal);
        Assert.Empty(json.RootElement.GetProperty("losses").EnumerateArray());
        await TargetHealth.CheckAsync(aot, beats: false);
        Assert.Equal("pong", aot.Ask("ping"));
    }

    private static async Task<JsonElement[]> RowsAsync(params string[] verb)
    {
        ToolRun run = await FathomTool.RunAsync([.. verb, "--format", "json"]);
        Assert.True(run.ExitCode == 0, run.ToString());
        using JsonDocument json = JsonDocument.Parse(run.Out);
        return [.. json.RootElement.GetProperty("rows").EnumerateArray().Select(static row => row.Clone())];
    }
}
