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
    [Trait("Category", "Slow")]
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

    // The kernel counts for a parent what its child did, and one page more: that of the arguments, which it makes itself.
    [Fact]
    [Trait("Category", "Slow")]
    [Trait(Needs.Trait, Needs.PythonReason)]
    public async Task The_own_recorder_has_the_faults_that_the_kernel_counted_and_changes_no_answer()
    {
        Needs.Perf();
        Needs.Python();
        const int most = 4;
        string saved = _folder.File("a.fathom"), told = _folder.File("told"), script = _folder.File("work.py");
        await File.WriteAllTextAsync(script, """
            import os, subprocess, sys
            for size in (400000, 1200000):
                child = subprocess.Popen(['dd', 'if=/dev/zero', 'of=' + sys.argv[1] + '.out', f'bs={size}', 'count=1', 'status=none'])
                used = os.wait4(child.pid, 0)[2]
                print(child.pid, used.ru_minflt, used.ru_majflt, file=open(sys.argv[1], 'a'))
            """, TestContext.Current.CancellationToken);
        await FathomTool.RunAsync(["record", "--profile", "faults", "--no-runtime-events", "--save", saved, "--", "python3", script, told]);
        byte[] written = await File.ReadAllBytesAsync(told + ".out", TestContext.Current.CancellationToken);

        JsonElement[] rows = await FathomTool.RowsAsync("faults", saved, "--by", "process");
        string[] lines = await File.ReadAllLinesAsync(told, TestContext.Current.CancellationToken);

        Assert.Equal(2, lines.Length);
        foreach (long[] counted in lines.Select(static line => line.Split(' ').Select(static word => long.Parse(word, CultureInfo.InvariantCulture)).ToArray()))
        {
            JsonElement row = Assert.Single(rows, row => row.GetProperty("pid").GetInt64() == counted[0]);
            Assert.InRange(counted[1] + counted[2] - Sum([row], "faults"), 0, most);
            Assert.InRange(counted[2] - Sum([row], "hard_faults"), 0, most);
            Assert.True(Sum([row], "duration_ns") > 0);
        }

        Assert.True(Sum(rows, "faults") > 300);
        // Nothing of others.
        Assert.DoesNotContain(rows, static row => row.GetProperty("pid").GetInt64() == Environment.ProcessId);
        JsonElement[] files = await FathomTool.RowsAsync("faults", saved);
        Assert.Contains(files, static row => Text(row, "process") == "dd" && Text(row, "path").EndsWith("/dd", StringComparison.Ordinal));
        JsonElement[] counts = await FathomTool.RowsAsync("sql", "select * from recorder_event where event like '%-faults'", saved);
        Assert.Equal(3, counts.Length);
        Assert.All(counts, static count => Assert.Equal(Sum([count], "counted"), Sum([count], "kept") + Sum([count], "lost")));
        // The twin that nobody watches.
        using Process twin = Process.Start("python3", [script, told]);
        await twin.WaitForExitAsync(TestContext.Current.CancellationToken);
        Assert.Equal(await File.ReadAllBytesAsync(told + ".out", TestContext.Current.CancellationToken), written);
    }

    [Fact]
    public async Task At_a_rate_page_faults_beside_one_kind_count_once()
    {
        Needs.Perf();
        await RecordAsync("-c", "1", "-e", "minor-faults");
        long alone = Sum(await FathomTool.RowsAsync("faults", Data, "--each"), "faults");
        await RecordAsync("-d", "-c", "2", "-e", "page-faults,minor-faults");
        string told = await ScriptAsync("event");

        JsonElement[] each = await FathomTool.RowsAsync("faults", Data, "--each");

        long Told(string name) => 2 * told.Split('\n').Count(line => line.Contains(name, StringComparison.Ordinal));
        Assert.True(alone > 100 && Told("minor-faults") > 100);
        Assert.Equal(Told("minor-faults"), Sum([.. each.Where(static row => Text(row, "kind") == "soft")], "faults"));
        // Each process rounds for itself.
        Assert.InRange(Sum(each, "faults") - Told("page-faults"), 0, 50);
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
