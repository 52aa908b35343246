using System.Text.Json;
using Fathom.EndToEnd.Harness;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Time;

/// <summary>Single waits of a program whose initial thread lets the others go on, after it has slept for 40 ms.</summary>
[Trait(Needs.Trait, Needs.PerfReason)]
public sealed class EachWaitTests
{
    private const int Count = 8;

    [Fact]
    [Trait("Category", "Slow")]
    public async Task Who_ended_a_wait_and_what_it_did_meanwhile_are_told()
    {
        Needs.Perf();
        using TestFolder folder = new();
        string saved = folder.File("a.fathom");
        int pid;
        using (SampleProcess sample = SampleProcess.Start("Events"))
        {
            pid = sample.Pid;
            Task<ToolRun> recording = FathomTool.RunAsync("record", $"{pid}", "--duration", "6s", "--save", saved);
            await Patience.UntilAsync(() => recording.IsCompleted || File.Exists(folder.File($"a.raw/{pid}.nettrace")));
            Assert.StartsWith("done ", sample.Ask($"waits {Count}"), StringComparison.Ordinal);
            ToolRun run = await recording;
            Assert.True(run.ExitCode is 0 or 1, run.ToString());
        }

        JsonElement[] rows = await FathomTool.RowsAsync("waits", saved, "--each", "--where", "method=Events.KnownWaits*,wait_ns=20ms..60ms");

        foreach (string kind in (string[])["lock", "semaphore", "task"])
        {
            JsonElement[] waits = [.. rows.Where(row => Is(row, "kind", kind) && row.GetProperty("waker_tid").ValueKind == JsonValueKind.Number)];
            Assert.True(waits.Length >= Count / 2, $"{kind}: {waits.Length} of {rows.Length}");
            Assert.All(waits, row => Assert.Equal(pid, row.GetProperty("waker_tid").GetInt32()));
            // Of a wait of the waker whose callers a busy machine lost, nobody knows what it was.
            JsonElement[] known = [.. waits.Where(static row => row.GetProperty("waker_method").ValueKind != JsonValueKind.Null)];
            Assert.True(known.Length >= Count / 2, $"{kind}: {known.Length} of {waits.Length}");
            Assert.All(known, static row => Assert.True(Is(row, "waker_does", "sleep") && Is(row, "waker_method", "Events.KnownWaits.Each"), row.ToString()));
        }

        // Whoever ran when its timer came had nothing to do with it.
        JsonElement[] sleeps = [.. rows.Where(static row => Is(row, "kind", "sleep"))];
        Assert.True(sleeps.Length >= Count, $"{sleeps.Length}");
        Assert.All(sleeps, static row => Assert.True(row.GetProperty("waker").ValueKind == JsonValueKind.Null || Is(row, "waker", "interrupt"), row.ToString()));

        // Most of what a task is waited for is what the thread did that completes it.
        JsonElement[] wakers = await FathomTool.RowsAsync("waits", saved, "--by", "waker", "--where", "kind=task,method=Events.KnownWaits*");
        JsonElement most = wakers.MaxBy(static row => row.GetProperty("wait_sum_ns").GetInt64());
        Assert.True(Is(most, "waker_does", "sleep") && Is(most, "waker_method", "Events.KnownWaits.Each"), most.ToString());

        // The rows are those whose sums the verb shows.
        JsonElement[] all = await FathomTool.RowsAsync("waits", saved, "--each"), sums = await FathomTool.RowsAsync("waits", saved);
        Assert.Equal(
            sums.Where(static row => !Is(row, "kind", "GC")).Sum(static row => row.GetProperty("wait_sum_ns").GetInt64()),
            all.Sum(static row => row.GetProperty("wait_ns").GetInt64()));
    }

    [Fact]
    public async Task Rows_for_causes_and_rows_for_waits_exclude_each_other()
    {
        string file = Path.Combine(Repository.Root, "tests", "Fathom.Tests", "Cli", "Recordings", "2026-11", "live.fathom.zip");

        ToolRun run = await FathomTool.RunAsync("waits", file, "--each", "--by", "method");

        Assert.Equal((2, ""), (run.ExitCode, run.Out));
        Assert.Equal("error: '--each' and '--by' contradict each other.\n  next: leave one of them out\n", run.Error);
    }

    private static bool Is(JsonElement row, string column, string text) => row.GetProperty(column).ToString() == text;
}
