using System.Text.Json;
using Fathom.EndToEnd.Harness;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Watching;

/// <summary>Figures that a program tells of itself, in a watch and as what leads to a dump.</summary>
public sealed class OwnMetricsTests : IDisposable
{
    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    [Trait("Category", "Slow")]
    public async Task A_watch_has_them_in_its_file_its_verdict_and_its_limits()
    {
        using SampleProcess sample = SampleProcess.Start("Events");
        sample.Ask("measure 30");
        string csv = _folder.File("own.csv");

        ToolRun run = await FathomTool.RunAsync(
            "watch", $"pid:{sample.Pid}", "--interval", "500ms", "--count", "20", "-o", csv,
            "--metric", "meter:Shop/stock", "--metric", "meter:Shop/nothing", "--fail-if", "meter:Shop/sold@total=30..");

        Assert.True(run.ExitCode == 10, run.ToString());
        Assert.Contains("limit broken: meter:Shop/sold@total=30..: meter:Shop/sold@total is 30", run.Error, StringComparison.Ordinal);
        Assert.Contains($"note: Events ({sample.Pid}) reported no value of 'meter:Shop/nothing'", run.Error, StringComparison.Ordinal);
        string[] lines = await File.ReadAllLinesAsync(csv, TestContext.Current.CancellationToken);
        string[] stock = [.. lines.Where(static line => line.Contains(",meter:Shop/stock,", StringComparison.Ordinal))];
        Assert.NotEmpty(stock);
        Assert.All(stock, static line => Assert.EndsWith(",970.5", line, StringComparison.Ordinal));
        ToolRun verdict = await FathomTool.RunAsync("watch", "--input", csv, "--format", "json", "--where", "metric=meter:*");
        using JsonDocument answer = JsonDocument.Parse(verdict.Out);
        Assert.Equal("meter:Shop/stock", Assert.Single(answer.RootElement.GetProperty("rows").EnumerateArray()).GetProperty("metric").GetString());
        Assert.True(sample.IsRunning);
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task A_dump_waits_for_one_and_tells_its_value()
    {
        using SampleProcess sample = SampleProcess.Start("Events");
        string core = _folder.File("own.core");
        Task<ToolRun> waiting = FathomTool.RunAsync("dump", $"pid:{sample.Pid}", "--when", "meter:Shop/stock=..975", "-o", core);
        Task sold = Task.Run(
            async () =>
            {
                while (!waiting.IsCompleted)
                {
                    sample.Ask("measure 5");
                    await Task.Delay(500, TestContext.Current.CancellationToken);
                }
            },
            TestContext.Current.CancellationToken);

        ToolRun run = await waiting;
        await sold;

        Assert.True(run.ExitCode == 0, run.ToString());
        Assert.Contains("was triggered by meter:Shop/stock=..975 (meter:Shop/stock=9", run.Error, StringComparison.Ordinal);
        Assert.True(File.Exists(core));
    }
}
