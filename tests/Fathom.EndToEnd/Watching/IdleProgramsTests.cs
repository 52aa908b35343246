using System.Diagnostics;
using System.Globalization;
using System.Text.Json;
using Fathom.EndToEnd.Harness;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Watching;

/// <summary>Twenty programs that do nothing, watched for two minutes beside a twin that is not: looking makes nothing grow, and takes next to nothing itself.</summary>
[Trait("Category", "Long")]
public sealed class IdleProgramsTests : IDisposable
{
    private const int Programs = 20;
    private const long MostBytes = 80_000_000;
    private const double MostCpuShare = 0.02;
    private const long MostDifference = 1 << 20;
    private static readonly TimeSpan s_time = TimeSpan.FromMinutes(2);

    private readonly TestFolder _folder = new();
    private readonly List<SampleProcess> _samples = [];

    public void Dispose()
    {
        foreach (SampleProcess sample in _samples)
            sample.Dispose();
        _folder.Dispose();
    }

    [Fact]
    public async Task Twenty_idle_programs_do_not_grow_by_being_watched()
    {
        // HeapMix has a heap of some size, Growth none.
        for (int i = 0; i < Programs + 2; i++)
            _samples.Add(i % 2 == 0 ? SampleProcess.Start("Growth", "steady") : SampleProcess.Start("HeapMix", "20000"));
        SampleProcess[] watched = [.. _samples.Take(Programs)], twins = [.. _samples.Skip(Programs)];
        // A program that has just started takes more for some seconds: the start of the watch and of the comparison is the same.
        await Task.Delay(TimeSpan.FromSeconds(20), TestContext.Current.CancellationToken);
        long[] before = [.. _samples.Select(static sample => PrivateBytes(sample.Pid))];

        ToolRun run = await FathomTool.RunAsync(
            ["watch", .. watched.Select(static sample => $"pid:{sample.Pid}"), "--interval", "1s", "--duration", $"{s_time.TotalSeconds}s", "--format", "json", "-v"],
            null,
            timeout: TimeSpan.FromMinutes(5));

        Assert.True(run.ExitCode == 0, run.Error);
        using JsonDocument json = JsonDocument.Parse(run.Out);
        string[] grows = [.. json.RootElement.GetProperty("rows").EnumerateArray().Where(static row => row.GetProperty("verdict").GetString() == "grows")
            .Select(static row => $"{row.GetProperty("pid")} {row.GetProperty("metric")} {row.GetProperty("says")}")];
        Assert.Empty(grows);
        long[] grown = [.. _samples.Select((sample, i) => PrivateBytes(sample.Pid) - before[i])];
        long twin = grown[Programs..].Max();
        Assert.All(grown[..Programs], growth => Assert.InRange(growth, long.MinValue, Math.Max(0, twin) + MostDifference));
        Assert.InRange(Number(run.Error, " bytes)"), 20_000_000, MostBytes);
        Assert.All(twins, static sample => Assert.True(sample.IsRunning));
    }

    [Fact]
    public async Task Watching_twenty_idle_programs_takes_below_2_percent_of_a_processor()
    {
        for (int i = 0; i < Programs; i++)
            _samples.Add(SampleProcess.Start("Growth", "steady"));
        ProcessStartInfo start = FathomTool.Start(
            FathomTool.Executable, ["watch", .. _samples.Select(static sample => $"pid:{sample.Pid}"), "--interval", "1s", "-q"], null, null);
        using Process tool = Process.Start(start)!;
        // The start of the tool itself is no part of what a watch of hours takes.
        await Task.Delay(TimeSpan.FromSeconds(10), TestContext.Current.CancellationToken);
        TimeSpan begin = tool.TotalProcessorTime;
        await Task.Delay(TimeSpan.FromMinutes(1), TestContext.Current.CancellationToken);
        tool.Refresh();
        TimeSpan cpu = tool.TotalProcessorTime - begin;
        tool.Kill();
        await tool.WaitForExitAsync(TestContext.Current.CancellationToken);

        TestContext.Current.SendDiagnosticMessage($"watching took {100 * (cpu / TimeSpan.FromMinutes(1)):0.00} % of a processor");
        // CPU time and not time, and what costs most is read the less often the longer it takes: it holds on a busy machine too.
        Assert.InRange(cpu / TimeSpan.FromMinutes(1), 0, MostCpuShare);
    }

    private static long PrivateBytes(int pid) => 1024 * long.Parse(
        File.ReadLines($"/proc/{pid}/status").First(static line => line.StartsWith("RssAnon:", StringComparison.Ordinal)).Split((char[])[' ', '\t'], StringSplitOptions.RemoveEmptyEntries)[1],
        CultureInfo.InvariantCulture);

    // "this watch took 71.2 MiB of memory at its peak (74700000 bytes) and …"
    private static long Number(string said, string before)
    {
        int end = said.IndexOf(before, StringComparison.Ordinal);
        Assert.True(end > 0, said);
        return long.Parse(said[(said.LastIndexOf('(', end) + 1)..end], CultureInfo.InvariantCulture);
    }
}
