using System.Globalization;
using Fathom.EndToEnd.Harness;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Recording;

/// <summary>Total times of methods whose callers frame pointers leave out: those that call in a loop have the time of what they call.</summary>
[Trait(Needs.Trait, Needs.RootReason)]
public sealed class RecordFramesTests
{
    private const double Most = 0.8;

    [Theory]
    [InlineData("Frames")]
    [InlineData("Frames11")]
    public async Task Callers_of_small_methods_and_of_replaced_loops_have_their_time(string program)
    {
        Needs.Root();
        using TestFolder folder = new();
        using SampleProcess sample = SampleProcess.Start(program);
        string saved = folder.File("a.fathom"), pid = sample.Pid.ToString(CultureInfo.InvariantCulture);

        ToolRun run = await FathomTool.RunAsync("record", pid, "--duration", "4s", "--save", saved);

        Assert.True(run.ExitCode is 0 or 1, run.ToString());
        Dictionary<string, long> totals = (await FathomTool.RowsAsync("cpu", saved, "--where", $"pid={pid},method=Frames.*", "--top", "1000"))
            .ToDictionary(static row => row.GetProperty("method").GetString()!, static row => row.GetProperty("cpu_total_ns").GetInt64());
        long leaf = totals["Frames.Small.Leaf"], loop = totals["Frames.Replaced.Loop"];
        Assert.InRange(leaf, 50_000_000, long.MaxValue);
        Assert.InRange(loop, 50_000_000, long.MaxValue);
        Assert.All(["Outer", "Middle", "Wrap"], name => Assert.InRange(totals.GetValueOrDefault($"Frames.Small.{name}"), (long)(leaf * Most), long.MaxValue));
        Assert.InRange(totals.GetValueOrDefault("Frames.Replaced.Caller"), (long)(loop * Most), long.MaxValue);
    }
}
