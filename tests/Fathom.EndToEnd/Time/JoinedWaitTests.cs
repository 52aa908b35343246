using System.Diagnostics;
using System.Text.Json;
using Fathom.EndToEnd.Harness;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Time;

/// <summary>Waits that perf records of a .NET program with known ones, beside the events of its runtime: who waited is told, though the call chains end in libc.</summary>
[Trait(Needs.Trait, Needs.PerfReason)]
public sealed class JoinedWaitTests
{
    private const int Count = 6;
    private const long LeastNs = 20_000_000;

    // Recorders lose a switch now and then; an answer that may be short ends with 1.
    [Fact]
    [Trait("Category", "Slow")]
    public async Task The_managed_method_of_each_known_wait_appears_with_its_time()
    {
        string perf = Needs.Perf();
        using TestFolder folder = new();
        string data = folder.File("perf.data"), events = folder.File("app.nettrace"), alone = folder.File("alone.fathom"), saved = folder.File("all.fathom");
        int pid = await RecordAsync(perf, data, events);

        ToolRun both = await FathomTool.RunAsync("extract", data, events, "--save", saved), one = await FathomTool.RunAsync("extract", data, "--save", alone);

        Assert.True(both.ExitCode is 0 or 1, both.ToString());
        Assert.True(one.ExitCode is 0 or 1, one.ToString());
        Dictionary<string, (long Count, long SumNs)> waits = await WaitsAsync(saved, pid);
        Assert.All((string[])["EnterMonitor", "EnterLock", "WaitForHandle", "WaitForPulse"], method =>
        {
            (long count, long sumNs) = waits.GetValueOrDefault("Events.Blocking." + method);
            Assert.InRange(count, Count, Count * 20);
            Assert.InRange(sumNs, Count * LeastNs * 9 / 10, Count * 1_000_000_000L);
        });

        // All of a method's waits are found by its thread and time in the tables themselves too.
        JsonElement[] kinds = await FathomTool.RowsAsync("sql", "select kind, count(*) as n from thread_wait_stack group by kind order by kind", saved);
        Assert.Equal(["contention", "wait handle"], kinds.Select(static row => row.GetProperty("kind").GetString()));
        Assert.Empty(await FathomTool.RowsAsync(
            "sql",
            "select 1 as n from thread_wait_stack g left join thread_wait w on w.thread_id = g.thread_id and w.start_ns = g.start_ns where w.thread_id is null",
            saved));
        Assert.Empty(await FathomTool.RowsAsync("sql", "select 1 as n from thread_wait_stack", alone));
    }

    private static async Task<Dictionary<string, (long Count, long SumNs)>> WaitsAsync(string recording, int pid) =>
        (await FathomTool.RowsAsync("waits", recording, "--by", "method", "--where", $"pid={pid}")).Where(static row => row.GetProperty("method").ValueKind == JsonValueKind.String)
            .GroupBy(static row => row.GetProperty("method").GetString()!)
            .ToDictionary(static rows => rows.Key, static rows => (rows.Sum(static row => row.GetProperty("count").GetInt64()), rows.Sum(static row => row.GetProperty("wait_sum_ns").GetInt64())));

    private static async Task<int> RecordAsync(string perf, string data, string events)
    {
        await using PerfProcess recorder = await PerfProcess.StartAsync(
            perf, data, TestContext.Current.CancellationToken, "-a", "-g", "-m", "4M", "-e", "cpu-clock/freq=99/", "-e", "sched:sched_switch", "-e", "sched:sched_waking");
        ProcessStartInfo start = new(Path.Combine(Repository.SampleFolder("Events"), "Events"));
        start.Environment["DOTNET_EnableEventPipe"] = "1";
        start.Environment["DOTNET_EventPipeOutputPath"] = events;
        start.Environment["DOTNET_EventPipeConfig"] = "Microsoft-Windows-DotNETRuntime:0x40000004018:5";
        using SampleProcess sample = SampleProcess.Start(start);
        foreach (string kind in (string[])["monitor", "lock", "handle", "pulse"])
            sample.Ask($"{kind} {Count}");
        sample.Tell("exit");
        Assert.Equal(0, sample.WaitForEnd());
        return sample.Pid;
    }
}
