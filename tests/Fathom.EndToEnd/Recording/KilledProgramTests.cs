using System.Diagnostics;
using System.Text;
using System.Text.Json;
using Fathom.EndToEnd.Harness;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Recording;

/// <summary>A program that is killed while it is recorded never names its methods at the end of its events.</summary>
public sealed class KilledProgramTests
{
    [Fact]
    [Trait("Category", "Slow")]
    [Trait(Needs.Trait, Needs.PerfReason)]
    public async Task Its_exceptions_have_their_method()
    {
        Needs.Perf();
        using TestFolder folder = new();
        string saved = folder.File("killed.fathom");
        using SampleProcess sample = SampleProcess.Start("Events");
        Task<ToolRun> recording = FathomTool.RunAsync("record", "--save", saved, $"{sample.Pid}");
        string events = folder.File($"killed.raw/{sample.Pid}.nettrace");
        await Patience.UntilAsync(() => recording.IsCompleted || File.Exists(events));
        // The methods that throw are compiled before the recording knows of them, or not: both have names.
        sample.Ask("throw 500");
        byte[] last = Encoding.Unicode.GetBytes("order 499 is refused");
        await Patience.UntilAsync(() => recording.IsCompleted || File.ReadAllBytes(events).AsSpan().IndexOf(last) >= 0);

        using (Process kill = Process.Start("kill", ["-KILL", $"{sample.Pid}"]))
            await kill.WaitForExitAsync(TestContext.Current.CancellationToken);
        ToolRun run = await recording;

        Assert.True(run.ExitCode is 0 or 1, run.ToString());
        JsonElement[] rows = await FathomTool.RowsAsync("exceptions", saved, "--where", $"pid={sample.Pid}");
        Assert.All(rows, static row => Assert.EndsWith("g__Throw|0_0", row.GetProperty("method").GetString(), StringComparison.Ordinal));
        Assert.Equal(500, rows.Sum(static row => row.GetProperty("count").GetInt64()));
    }
}
