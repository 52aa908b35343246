using System.Diagnostics;
using System.Globalization;
using Fathom.EndToEnd.Harness;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Watching;

/// <summary>What a watch itself takes: less than 85 MB resident also while a recording is committed, and no more the longer it runs.</summary>
public sealed class OwnMemoryTests : IDisposable
{
    private const long MostBytes = 85_000_000;
    private const long MostGrowthBytes = 6 << 20;

    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    [Trait("Category", "Slow")]
    public async Task A_watch_with_a_recording_stays_below_85_MB()
    {
        // Three processes at this interval make a commit within the watch, beside those at its begin and end.
        using SampleProcess a = SampleProcess.Start("Growth", "steady"), b = SampleProcess.Start("Growth", "steady"), c = SampleProcess.Start("Growth", "steady");

        ToolRun run = await FathomTool.RunAsync(
            "watch", $"pid:{a.Pid}", $"pid:{b.Pid}", $"pid:{c.Pid}", "--interval", "10ms", "--count", "400", "--save", _folder.File("m.fathom"), "-o", _folder.File("m.csv"), "-v");

        Assert.True(run.ExitCode == 0, run.Error);
        Assert.InRange(PeakBytes(run.Error), 20_000_000, MostBytes);
        ToolRun parts = await FathomTool.RunAsync("sql", "select count(distinct ts_ns) as n from memory_sample", _folder.File("m.fathom"), "--format", "csv");
        Assert.Equal("400", parts.Out.Split('\n')[1].TrimEnd('\r'));
    }

    [Fact]
    [Trait("Category", "Long")]
    public async Task Fifty_thousand_samples_take_no_more_than_the_first_ten_thousand()
    {
        const int samples = 50_000, step = 1_000;
        using SampleProcess sample = SampleProcess.Start("Growth", "steady");
        ProcessStartInfo start = FathomTool.Start(
            FathomTool.Executable, ["watch", $"pid:{sample.Pid}", "--interval", "10ms", "--count", $"{samples}", "--save", _folder.File("long.fathom"), "-v"], null, null);
        using Process tool = Process.Start(start)!;
        Task<string> output = tool.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken);
        List<long> resident = [];
        string last = "";
        for (int lines = 0; await tool.StandardError.ReadLineAsync(TestContext.Current.CancellationToken) is { } line; lines++)
        {
            last = line;
            if (lines % step == step - 1 && resident.Count < samples / step)
                resident.Add(Size(tool.Id, "VmRSS:"));
        }

        await tool.WaitForExitAsync(TestContext.Current.CancellationToken);

        Assert.True(tool.ExitCode == 0, await output + last);
        Assert.Equal(samples / step, resident.Count);
        Assert.InRange(PeakBytes(last), 20_000_000, MostBytes);
        Assert.InRange(Middle(resident[40..]) - Middle(resident[2..12]), long.MinValue, MostGrowthBytes);
    }

    // "this watch took 71.2 MiB of memory at its peak (74700000 bytes) and …"
    private static long PeakBytes(string said)
    {
        int end = said.IndexOf(" bytes)", StringComparison.Ordinal);
        Assert.True(end > 0, said);
        return long.Parse(said[(said.LastIndexOf('(', end) + 1)..end], CultureInfo.InvariantCulture);
    }

    private static long Size(int pid, string name) =>
        long.Parse(
            File.ReadLines($"/proc/{pid}/status").First(line => line.StartsWith(name, StringComparison.Ordinal)).Split(' ', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries)[^2],
            CultureInfo.InvariantCulture) * 1024;

    private static long Middle(List<long> sizes) => sizes.Order().ElementAt(sizes.Count / 2);
}
