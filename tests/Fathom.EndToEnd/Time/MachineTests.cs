using System.Diagnostics;
using System.Globalization;
using System.Text.Json;
using Fathom.EndToEnd.Harness;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Time;

/// <summary><c>fathom machine</c> about recordings of this machine, beside what programs did to it.</summary>
[Trait(Needs.Trait, Needs.PerfReason)]
[Trait(Needs.Trait, Needs.ThrottleReason)]
public sealed class MachineTests
{
    private const int Terminal80 = 80;

    // A program that writes and flushes until the recorder ends; what it says it wrote is less than what the disk had to write.
    [Fact]
    [Trait("Category", "Slow")]
    public async Task A_recording_has_what_a_program_wrote_and_the_screen_says_what_was_a_limit()
    {
        Needs.Perf();
        using TestFolder folder = new();
        string saved = folder.File("disk.fathom"), written = folder.File("written");
        const string writes =
            "i=0; while [ $i -lt 4 ]; do dd if=/dev/urandom of=\"$0\" bs=1M count=8 conv=fsync 2>/dev/null; i=$((i+1)); sleep 0.3; done";

        ToolRun record = await FathomTool.RunAsync("record", "--save", saved, "--", "sh", "-c", writes, written);

        // What other tests do meanwhile may make a recording partial.
        Assert.True(record.ExitCode is 0 or 1, record.ToString());
        JsonElement told = Assert.Single(await FathomTool.RowsAsync(
            "sql", "select sum(value) as bytes, count(*) as n from machine_sample where topic = 'disk' and fact = 'write_bytes'", saved));
        if (new DriveInfo(written).DriveFormat is "ext4" or "xfs" or "btrfs")
            Assert.InRange(told.GetProperty("bytes").GetInt64(), 4 * (8L << 20), long.MaxValue);
        Assert.True(told.GetProperty("n").GetInt64() >= 2);

        JsonElement[] rows = await FathomTool.RowsAsync("machine", saved);
        JsonElement busy = rows.Single(static row => Text(row, "resource") == "cpu busy");
        Assert.InRange(busy.GetProperty("mean").GetDouble(), 0.1, 100);
        Assert.True(busy.GetProperty("max").GetDouble() >= busy.GetProperty("mean").GetDouble() - 1e-9);
        JsonElement[] each = await FathomTool.RowsAsync("machine", saved, "--each");
        Assert.Equal(told.GetProperty("bytes").GetInt64(), each.Sum(static row => row.GetProperty("write_bytes").GetInt64()));

        ToolRun screen = await Terminal.RunAsync(Terminal80, new Dictionary<string, string> { ["TERM"] = "xterm" }, "machine", saved);
        string[] lines = screen.Out.TrimEnd().Split('\n');
        Assert.Contains(lines, static line => line.StartsWith("Limits: ", StringComparison.Ordinal) || line.StartsWith("Nothing of the machine", StringComparison.Ordinal));
        Assert.Contains(lines, static line => line.Contains("cpu busy", StringComparison.Ordinal));
        // The name of the recording, in a folder of tests, makes lines wrap.
        Assert.InRange(lines.Length, 10, 26);
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task A_program_above_the_limit_of_its_group_is_said_to_be_throttled()
    {
        Needs.Perf();
        string group = Path.Combine(Needs.Processors(), $"fathom-why-{Environment.ProcessId}");
        using TestFolder folder = new();
        string saved = folder.File("throttled.fathom"), name = Path.GetFileName(group);
        Directory.CreateDirectory(group);
        ProcessStartInfo endless = new("sh") { ArgumentList = { "-c", "ulimit -t 60; echo 'ready {}'; while :; do :; done" } };
        using (SampleProcess loop = SampleProcess.Start(endless))
        {
            string pid = loop.Pid.ToString(CultureInfo.InvariantCulture);
            File.WriteAllText(Path.Combine(group, "cpu.cfs_period_us"), "20000");
            File.WriteAllText(Path.Combine(group, "cpu.cfs_quota_us"), "5000");
            File.WriteAllText(Path.Combine(group, "cgroup.procs"), pid);
            ToolRun record = await FathomTool.RunAsync("record", pid, "--duration", "3s", "--save", saved);
            Assert.True(record.ExitCode is 0 or 1, record.ToString());
        }

        ToolRun why = await FathomTool.RunAsync("why", saved), machine = await FathomTool.RunAsync("machine", saved);
        Directory.Delete(group);

        Assert.Contains($"control group /{name} throttled in ", why.Out, StringComparison.Ordinal);
        Assert.Contains("ready: throttled", why.Out, StringComparison.Ordinal);
        Assert.DoesNotContain("ready: woken", why.Out, StringComparison.Ordinal);
        Assert.DoesNotContain("memory over time", why.Out, StringComparison.Ordinal);
        Assert.Contains($"control group /{name} throttled in ", machine.Out, StringComparison.Ordinal);
        // It may have a quarter of a processor, and wants all of one; the last words of the kernel are of whole periods.
        JsonElement[] rows = await FathomTool.RowsAsync("machine", saved, "--all");
        JsonElement held = rows.Single(row => Text(row, "resource") == "group held back" && Text(row, "item") == $"/{name}");
        Assert.InRange(held.GetProperty("mean").GetDouble(), 20, 100);
    }

    private static string Text(JsonElement row, string column) => row.GetProperty(column).ToString();
}
