using System.Diagnostics;
using System.Text.Json;
using Fathom.EndToEnd.Harness;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Time;

/// <summary>The verbs on traces, on a recording that perf makes of a program whose waits and work are known.</summary>
[Trait(Needs.Trait, Needs.PerfReason)]
public sealed class TraceViewTests
{
    private const int Sleeps = 20;

    // Recorders lose a switch now and then; an answer that may be short ends with 1.
    [Fact]
    [Trait("Category", "Slow")]
    public async Task Cpu_waits_threads_and_events_of_a_live_recording_are_those_of_the_program()
    {
        string perf = Needs.Perf();
        using TestFolder folder = new();
        string file = folder.File("perf.data"), saved = folder.File("trace.fathom");
        Record(perf, file);

        ToolRun waits = await FathomTool.RunAsync("waits", file, "--where", "process=sh", "--format", "json", "--save", saved);
        Assert.True(waits.ExitCode is 0 or 1, waits.ToString());
        using JsonDocument json = JsonDocument.Parse(waits.Out);
        long longest = json.RootElement.GetProperty("rows").EnumerateArray().Max(static row => row.GetProperty("wait_sum_ns").GetInt64());
        // The shell waits for each of its sleeps.
        Assert.InRange(longest, Sleeps * 20_000_000L, Sleeps * 500_000_000L);

        // The saved recording answers alike, and all other verbs.
        File.Delete(file);
        ToolRun again = await FathomTool.RunAsync("waits", saved, "--where", "process=sh", "--format", "csv");
        Assert.True(again.ExitCode is 0 or 1, again.ToString());
        ToolRun threads = await FathomTool.RunAsync("threads", saved, "--each", "--format", "json");
        Assert.True(threads.ExitCode is 0 or 1, threads.ToString());
        using JsonDocument lives = JsonDocument.Parse(threads.Out);
        Assert.All(lives.RootElement.GetProperty("rows").EnumerateArray(), static row => Assert.Equal(
            row.GetProperty("life_ns").GetInt64(),
            row.GetProperty("running_ns").GetInt64() + row.GetProperty("ready_ns").GetInt64() + row.GetProperty("waiting_ns").GetInt64() + row.GetProperty("unknown_ns").GetInt64()));
        JsonElement[] groups = await FathomTool.RowsAsync("threads", saved);
        foreach (string column in (string[])["running_ns", "ready_ns", "waiting_ns", "unknown_ns", "life_ns"])
            Assert.Equal(lives.RootElement.GetProperty("rows").EnumerateArray().Sum(row => Ns(row, column)), groups.Sum(row => Ns(row, column)));
        Assert.Equal(lives.RootElement.GetProperty("rows").GetArrayLength(), groups.Sum(static row => Ns(row, "count")));
        ToolRun cpu = await FathomTool.RunAsync("cpu", saved, "--top", "5");
        Assert.True(cpu.ExitCode is 0 or 1, cpu.ToString());
        Assert.Matches(@"^CPU time in \S+\.fathom: all of '", cpu.Out);
        ToolRun events = await FathomTool.RunAsync("events", saved, "--format", "csv");
        Assert.True(events.ExitCode is 0 or 1, events.ToString());
        Assert.Contains("sched:sched_switch", events.Out, StringComparison.Ordinal);
        // Each sleep is a program that begins and ends within the trace.
        ToolRun processes = await FathomTool.RunAsync("processes", saved, "--where", "process=sleep,start_ns=0..,end_ns=0..", "--columns", "+unknown_ns", "--format", "json");
        Assert.True(processes.ExitCode is 0 or 1, processes.ToString());
        using JsonDocument sleeps = JsonDocument.Parse(processes.Out);
        JsonElement[] all = [.. sleeps.RootElement.GetProperty("rows").EnumerateArray()];
        Assert.True(all.Length >= Sleeps, processes.ToString());
        // On a busy machine the recorder misses switches: where it is said so, what is not known stands in the place of the wait.
        bool isMissing = processes.Out.Contains("switches of a processor are missing", StringComparison.Ordinal);
        Assert.True(all.Count(row => Ns(row, "waiting_ns") + (isMissing ? Ns(row, "unknown_ns") : 0) >= 25_000_000) >= Sleeps - 2, processes.ToString());
        ToolRun info = await FathomTool.RunAsync("info", saved, "--format", "csv");
        Assert.Equal(0, info.ExitCode);
        Assert.Matches("\nverb cpu,\"?yes: [0-9,]+ samples", info.Out);
        Assert.Matches("\nverb waits,\"?yes: [0-9,]+ waits", info.Out);
        Assert.Contains("\nverb gc,\"no: it is a recording of perf.data and holds no events of .NET programs (record them with: fathom record", info.Out, StringComparison.Ordinal);
        Assert.Contains("\ntrace 1 scope,all threads of the machine\n", info.Out, StringComparison.Ordinal);
        ToolRun gc = await FathomTool.RunAsync("gc", saved);
        Assert.Equal(3, gc.ExitCode);
        Assert.Contains("holds no events of .NET programs", gc.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task What_is_no_trace_is_one_sentence()
    {
        using SampleProcess sample = SampleProcess.Start("HeapMix", "1000");
        foreach (string verb in (string[])["events", "markers"])
        {
            ToolRun process = await FathomTool.RunAsync(verb, $"pid:{sample.Pid}");
            Assert.Equal(3, process.ExitCode);
            Assert.Contains($"fathom record {sample.Pid} --duration 10s --save x.fathom", process.Error, StringComparison.Ordinal);
            Assert.DoesNotContain("   at ", process.Error, StringComparison.Ordinal);
        }

        using TestFolder folder = new();
        string file = folder.File("half.data");
        File.WriteAllBytes(file, "PERFILE2"u8.ToArray());
        ToolRun half = await FathomTool.RunAsync("waits", file);
        Assert.Equal(3, half.ExitCode);
        Assert.DoesNotContain("   at ", half.Error, StringComparison.Ordinal);
    }

    private static void Record(string perf, string file)
    {
        string[] options =
        [
            "record", "--quiet", "-a", "-g", "-m", "4M", "-k", "CLOCK_MONOTONIC", "--no-buildid-cache", "-e", "cpu-clock/freq=999/", "-e",
            "sched:sched_switch", "-e", "sched:sched_waking", "-o", file,
        ];
        using Process process = Process.Start(new ProcessStartInfo(perf, [.. options, "--", "sh", "-c", $"i=0; while [ $i -lt {Sleeps} ]; do sleep 0.03; i=$((i+1)); done"]))!;
        process.WaitForExit();
        Assert.Equal(0, process.ExitCode);
    }

    private static long Ns(JsonElement row, string name) => row.GetProperty(name) is { ValueKind: JsonValueKind.Number } ns ? ns.GetInt64() : 0;
}
