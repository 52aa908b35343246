using System.Diagnostics;
using System.Globalization;
using System.Text.Json;
using Fathom.EndToEnd.Harness;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Time;

/// <summary>Page faults of a recording of perf, beside what perf itself says of it.</summary>
[Trait(Needs.Trait, Needs.PerfReason)]
public sealed class FaultsTests : IDisposable
{
    private readonly TestFolder _folder = new();

    private string Data => _folder.File("perf.data");

    private string Program => _folder.File("sorts");

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Counts_kinds_and_durations_are_those_of_perf_and_the_program_is_the_file()
    {
        Needs.Perf();
        await RecordAsync("-d", "-c", "1", "-e", "page-faults,minor-faults,major-faults");
        (long all, long hard, long ns) = await TellAsync();

        JsonElement[] each = await FathomTool.RowsAsync("faults", Data, "--each");
        JsonElement[] files = await FathomTool.RowsAsync("faults", Data);

        Assert.True(all > 100);
        Assert.Equal((all, hard, ns), (each.Length, each.Count(static row => Text(row, "kind") == "hard"), Sum(each, "duration_ns")));
        // It was not in memory when it began, where the file system can do without it.
        JsonElement program = Assert.Single(files, row => Text(row, "path") == Program);
        Assert.True(Sum([program], "faults") > 1);
        Assert.All(each.Where(row => Text(row, "path") == Program), row => Assert.InRange(Sum([row], "offset_bytes"), 0,
            new FileInfo(Program).Length));
        foreach (string by in (string[])["file", "process", "kind", "method"])
        {
            JsonElement[] rows = await FathomTool.RowsAsync("faults", Data, "--by", by);
            Assert.Equal((all, hard, ns), (Sum(rows, "faults"), Sum(rows, "hard_faults"), Sum(rows, "duration_ns")));
        }
    }

    [Fact]
    public async Task Samples_at_a_rate_stand_for_all_and_the_tracepoint_has_each()
    {
        Needs.Perf();
        await RecordAsync("-c", "10", "-e", "page-faults");
        JsonElement[] some = await FathomTool.RowsAsync("faults", Data, "--each");
        Assert.NotEmpty(some);
        Assert.All(some, static row => Assert.Equal((10, "unknown"), (Sum([row], "faults"), Text(row, "kind"))));

        await RecordAsync("-e", "exceptions:page_fault_user");
        string told = await ScriptAsync("event");
        JsonElement[] each = await FathomTool.RowsAsync("faults", Data, "--each");
        Assert.Equal(told.Split('\n').Count(static line => line.Contains("page_fault_user", StringComparison.Ordinal)), each.Length);
    }

    private async Task RecordAsync(params string[] options)
    {
        string script = $"cp $(command -v sort) {Program}; sync {Program}; dd if={Program} iflag=nocache count=0 status=none; "
            + $"{Program} --version";
        File.Delete(Data);
        using Process perf = Process.Start(new ProcessStartInfo("perf",
            ["record", "-q", "-m", "8M", "-k", "CLOCK_MONOTONIC", .. options, "-o", Data, "--", "sh", "-c", script])
        {
            RedirectStandardError = true,
            RedirectStandardOutput = true,
        })!;
        Task<string> errors = perf.StandardError.ReadToEndAsync(TestContext.Current.CancellationToken);
        await perf.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken);
        await errors;
        await perf.WaitForExitAsync(TestContext.Current.CancellationToken);
    }

    // A fault ends with the next event of its thread.
    private async Task<(long All, long Hard, long Ns)> TellAsync()
    {
        (long all, long hard, long sum) = (0, 0, 0);
        Dictionary<int, long> open = [];
        foreach (string line in (await ScriptAsync("tid,time,event")).Split('\n'))
        {
            // 123 4.000000005: page-faults:
            if (line.Split(' ', StringSplitOptions.RemoveEmptyEntries) is not [var thread, var time, var name, ..])
                continue;
            int tid = int.Parse(thread, CultureInfo.InvariantCulture);
            long ns = long.Parse(time.Replace(".", "", StringComparison.Ordinal).TrimEnd(':'), CultureInfo.InvariantCulture);
            if (name == "page-faults:")
            {
                all++;
                open[tid] = ns;
            }
            else
            {
                hard += name == "major-faults:" ? 1 : 0;
                sum += ns - open[tid];
                open.Remove(tid);
            }
        }

        return (all, hard, sum);
    }

    private async Task<string> ScriptAsync(string fields)
    {
        using Process script = Process.Start(new ProcessStartInfo("perf", ["script", "-i", Data, "--ns", "-F", fields])
        {
            RedirectStandardOutput = true, RedirectStandardError = true,
        })!;
        Task<string> errors = script.StandardError.ReadToEndAsync(TestContext.Current.CancellationToken);
        string told = await script.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken);
        await errors;
        return told;
    }

    private static string Text(JsonElement row, string column) => row.GetProperty(column).ToString();

    private static long Sum(JsonElement[] rows, string column) =>
        rows.Sum(row => row.GetProperty(column).ValueKind == JsonValueKind.Number ? row.GetProperty(column).GetInt64() : 0);
}
