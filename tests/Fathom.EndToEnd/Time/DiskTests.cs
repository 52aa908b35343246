using System.Diagnostics;
using System.Globalization;
using System.Text.Json;
using Fathom.EndToEnd.Harness;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Time;

/// <summary>Requests to a disk of a program that writes past the page cache, beside what the kernel counted of the disk, and what perf
/// says.</summary>
[Trait(Needs.Trait, Needs.PerfReason)]
public sealed class DiskTests : IDisposable
{
    private const int SectorBytes = 512;
    private const int WrittenSectors = 6;
    private const long Written = 32 * 65_536;
    private const long MostOwnBlocks = 1 << 20;

    private readonly TestFolder _folder = new();

    private string Saved => _folder.File("a.fathom");

    // Written past the cache, so that it is the program itself that asks the disk, then flushed.
    private string[] Direct => ["dd", "if=/dev/zero", $"of={_folder.File("x.bin")}", "bs=64k", "count=32", "oflag=direct", "conv=fsync",
        "status=none"];

    public void Dispose() => _folder.Dispose();

    [Fact]
    [Trait("Category", "Slow")]
    public async Task A_program_has_the_bytes_that_it_wrote_and_a_disk_no_more_than_the_kernel_counted()
    {
        Needs.Perf();
        Dictionary<string, long> before = WrittenOf();
        ToolRun record = await FathomTool.RunAsync(["record", "--profile", "io", "--save", Saved, "--", .. Direct]);
        Dictionary<string, long> after = WrittenOf();
        Assert.True(record.ExitCode is 0 or 1, record.Error);

        JsonElement[] each = await FathomTool.RowsAsync("disk", Saved, "--each");
        JsonElement[] own = [.. each.Where(static row => Text(row, "process") == "dd" && Text(row, "operation") == "write")];
        // It writes some blocks of the file system too.
        Assert.InRange(own.Sum(static row => Number(row, "size_bytes")), Written, Written + MostOwnBlocks);
        string disk = Text(own[0], "disk");
        Assert.InRange(each.Where(row => Text(row, "disk") == disk && Text(row, "operation") == "write").Sum(static row => Number(row,
            "size_bytes")),
            Written, after[disk] - before[disk]);
        // Some kernels count ends of requests that come while a processor is idle, and tell nobody of them (docs/record.md).
        JsonElement ends = Assert.Single(await FathomTool.RowsAsync("sql",
            "select missing from recorder_event where event = 'block:block_rq_complete'", Saved));
        JsonElement[] ended = [.. own.Where(static row => row.GetProperty("service_ns").ValueKind == JsonValueKind.Number)];
        Assert.InRange(own.Length - ended.Length, 0, Number(ends, "missing"));
        Assert.All(ended, static row => Assert.True(Number(row, "service_ns") > 0 && Number(row, "queue_ns") >= 0));
        // What a disk works on does not overlap.
        long end = 0;
        foreach (JsonElement row in each.Where(row => Text(row, "disk") == disk && row.GetProperty("service_ns")
            .ValueKind == JsonValueKind.Number)
            .OrderBy(static row => Number(row, "start_ns") + Number(row, "queue_ns")).ThenBy(static row => Number(row, "service_ns")))
        {
            Assert.True(Number(row, "start_ns") + Number(row, "queue_ns") >= end);
            end = Number(row, "start_ns") + Number(row, "queue_ns") + Number(row, "service_ns");
        }

        foreach (string by in (string[])["file", "folder", "disk", "operation", "method", "process"])
        {
            JsonElement[] rows = await FathomTool.RowsAsync("disk", Saved, "--by", by);
            Assert.Equal((each.Length, Sum(each, "service_ns")), (rows.Sum(static row => Number(row, "requests")), Sum(rows,
                "service_ns")));
        }
    }

    [Fact]
    public async Task A_recording_of_perf_answers_as_perf_itself_does()
    {
        Needs.Perf();
        string data = _folder.File("perf.data");
        using Process perf = Process.Start(new ProcessStartInfo("perf",
            ["record", "-q", "-a", "-k", "CLOCK_MONOTONIC", "-e", "block:block_rq_insert,block:block_rq_issue,block:block_rq_complete",
                "-o", data, "--", .. Direct])
        {
            RedirectStandardError = true,
            RedirectStandardOutput = true,
        })!;
        await perf.WaitForExitAsync(TestContext.Current.CancellationToken);
        using Process script = Process.Start(new ProcessStartInfo("perf", ["script", "-i", data, "-F",
            "comm,event,trace"]) { RedirectStandardOutput = true, RedirectStandardError = true })!;
        string[] lines = [.. (await script.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken)).Split('\n')
            .Where(static line => line.Contains("block_rq_issue:", StringComparison.Ordinal))];

        JsonElement[] rows = await FathomTool.RowsAsync("disk", data, "--each");

        // comm event: 254,0 WS 65536 () 2048 + 128 ...
        long told = lines.Select(static line => line[(line.IndexOf("issue:", StringComparison.Ordinal) + "issue:".Length)..].Split(' ',
            StringSplitOptions.RemoveEmptyEntries))
            .Where(static words => words[1].Contains('W', StringComparison.Ordinal)).Sum(static words => long.Parse(words[2],
                CultureInfo.InvariantCulture));
        JsonElement[] writes = [.. rows.Where(static row => Text(row, "operation") == "write")];
        Assert.Equal((lines.Length, told), (rows.Length, writes.Sum(static row => Number(row, "size_bytes"))));
        Assert.InRange(writes.Where(static row => Text(row, "process") == "dd").Sum(static row => Number(row, "size_bytes")), Written,
            Written + MostOwnBlocks);
    }

    private static long Sum(JsonElement[] rows, string column) =>
        rows.Sum(row => row.GetProperty(column).ValueKind == JsonValueKind.Number ? Number(row, column) : 0);

    // Bytes that were written to each disk, by its number.
    private static Dictionary<string, long> WrittenOf() => Directory.GetDirectories("/sys/dev/block").ToDictionary(
        static folder => Path.GetFileName(folder),
        static folder => long.Parse(File.ReadAllText(Path.Combine(folder, "stat")).Split(' ',
            StringSplitOptions.RemoveEmptyEntries)[WrittenSectors], CultureInfo.InvariantCulture) * SectorBytes);

    private static string Text(JsonElement row, string column) => row.GetProperty(column).ToString();

    private static long Number(JsonElement row, string column) => row.GetProperty(column).GetInt64();
}
