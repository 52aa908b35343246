using System.Diagnostics;
using System.Globalization;
using System.Text.Json;
using Fathom.EndToEnd.Harness;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Recording;

/// <summary>Total times of methods whose callers frame pointers leave out: those that call in a loop have the time of what they call.</summary>
[Trait(Needs.Trait, Needs.RootReason)]
public sealed class RecordFramesTests(ITestOutputHelper output)
{
    private const double Most = 0.8;
    private const double MostGaps = 10;
    private const int Takes = 3;

    [Theory]
    [Trait("Category", "Slow")]
    [InlineData("Frames")]
    public async Task Callers_of_small_methods_of_replaced_loops_and_of_libc_have_their_time(string program)
    {
        Needs.Root();
        using SampleProcess sample = SampleProcess.Start(program);

        // A very busy machine reads files of programs late; until then frame pointers are followed.
        for (int take = 1; await WrongOfAsync(sample.Pid) is { Count: > 0 } wrong; take++)
            Assert.True(take < Takes, string.Join('\n', wrong));
    }

    // perf has only the chain of the kernel, which leaves out callers, and does not say so.
    [Fact]
    [Trait("Category", "Slow")]
    public async Task A_recording_of_frame_pointers_says_that_callers_may_be_missing()
    {
        Needs.Root();
        string perf = Needs.Perf();
        using TestFolder folder = new();
        using SampleProcess sample = SampleProcess.Start("Frames");
        string trace = folder.File("perf.data"), id = sample.Pid.ToString(CultureInfo.InvariantCulture);
        await using (await PerfProcess.StartAsync(perf, trace, TestContext.Current.CancellationToken, "-g", "-e", "cpu-clock", "-p", id))
        {
            using Process process = Process.GetProcessById(sample.Pid);
            for (TimeSpan begin = process.TotalProcessorTime; process.TotalProcessorTime < begin + TimeSpan.FromSeconds(0.5); process.Refresh())
                await Task.Delay(20, TestContext.Current.CancellationToken);
        }

        ToolRun cpu = await FathomTool.RunAsync("cpu", trace, "--top", "5");
        JsonElement[] info = await FathomTool.RowsAsync("info", trace, "--where", "fact=stack_ways*");

        Assert.Contains("by frame pointers, callers that keep none are missing", cpu.Error, StringComparison.Ordinal);
        Assert.Contains("(100.0 %) unknown: the recorder does not say", Assert.Single(info).GetProperty("value").GetString(), StringComparison.Ordinal);
    }

    [Theory]
    [Trait("Category", "Long")]
    [InlineData("Frames8")]
    [InlineData("Frames9")]
    [InlineData("Frames11")]
    public Task The_same_holds_for_other_runtimes(string program) =>
        Callers_of_small_methods_of_replaced_loops_and_of_libc_have_their_time(program);

    private async Task<List<string>> WrongOfAsync(int pid)
    {
        using TestFolder folder = new();
        string saved = folder.File("a.fathom"), id = pid.ToString(CultureInfo.InvariantCulture);
        ToolRun run = await FathomTool.RunAsync("record", id, "--duration", "3s", "--save", saved);
        Assert.True(run.ExitCode is 0 or 1, run.ToString());
        Dictionary<string, long> cpu = await ByMethodAsync("cpu", saved, id, "cpu_total_ns"), waits = await ByMethodAsync("waits", saved, id, "count");

        // With the recorder's usual copies the callers of small methods are certain.
        JsonElement[] small = await FathomTool.RowsAsync("cpu", saved, "--where", $"pid={id},method=Frames.Small.*", "--top", "100");
        List<string> wrong = [.. small.Where(static row => row.GetProperty("gap_percent").GetDouble() > MostGaps).Select(static row => $"gaps: {row}")];

        // A thread that sleeps stands in libc, which has no frame pointer; Sleep has called that.
        Compare(cpu, "Small.Leaf", 50_000_000, ["Small.Outer", "Small.Middle", "Small.Wrap"]);
        Compare(cpu, "Replaced.Loop", 50_000_000, ["Replaced.Caller"]);
        Compare(waits, "Work.Waits", 100, ["Work.Sleep"]);
        output.WriteLine(string.Join('\n', wrong));
        return wrong;

        void Compare(Dictionary<string, long> totals, string method, long least, string[] others)
        {
            long total = totals.GetValueOrDefault($"Frames.{method}");
            if (total < least)
                wrong.Add($"{method}: {total}");
            wrong.AddRange(others.Where(other => totals.GetValueOrDefault($"Frames.{other}") < total * Most).Select(other => $"{other}: {totals.GetValueOrDefault($"Frames.{other}")} of {total}"));
        }
    }

    private static async Task<Dictionary<string, long>> ByMethodAsync(string verb, string saved, string pid, string column) =>
        (await FathomTool.RowsAsync(
            [verb, saved, .. verb == "waits" ? ["--by", "method"] : Array.Empty<string>(), "--where", $"pid={pid},method=Frames.*", "--top", "1000"]))
            .ToDictionary(static row => row.GetProperty("method").GetString()!, row => row.GetProperty(column).GetInt64());
}
