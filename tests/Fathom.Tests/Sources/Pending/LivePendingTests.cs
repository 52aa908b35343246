using Fathom.Model.Heap;
using Fathom.Sources.Heap.Options;
using Fathom.Sources.Looks;
using Fathom.TestSupport;
using Fathom.Tests.Sources.Heap;
using Microsoft.Diagnostics.Runtime;
using Xunit;

namespace Fathom.Tests.Sources.Pending;

/// <summary>The sample Pending on each runtime: what it says that it began, against what is found; and ClrMD, object by object.</summary>
public sealed class LivePendingTests
{
    private const long HourNs = 3_600_000_000_000;

    [Theory]
    [Trait("Category", "Slow")]
    [InlineData("Pending", "1 < Pending.Chains.LoadAsync await 3", "")]
    [InlineData("Pending8", "1 < Pending.Chains.LoadAsync await 3", "")]
    [InlineData("Pending11Async", "1 < Pending.Chains.LoadAsync await 1", "System.Threading.SemaphoreSlim.WaitAsync await 1 < ")]
    public void Tasks_and_timers_are_those_that_the_program_began(string name, string loads, string slot)
    {
        using SampleProcess sample = SampleProcess.Start(name);

        CollectingSink found = Read(sample.Pid);

        string chains = "Pending.Chains.";
        int Begun(string task) => sample.Facts.GetProperty("tasks").GetProperty(task).GetInt32();
        (string, string?, string?, long)[] tasks = [.. found.Rows<HeapTaskRow>()
            .Select(row => (found.Text(row.Status)!, found.Text(row.Awaits), found.Text(row.Path), row.Count))];
        (string, string?, string, int)[] expected =
        [
            ("waiting", "TaskCompletionSource<System.Int32>", $"{chains}ReadAsync await {loads} < {chains}HandleAsync await 1", Begun("replies")),
            ("waiting", "SemaphoreSlim.WaitAsync", $"{slot}{chains}ThrottleAsync await 1", Begun("slots")),
            ("waiting", "Task.Delay", chains + "PauseAsync await 1", Begun("delays")),
            ("waiting", "TaskCompletionSource<System.Int32>", $"{chains}PooledAsync await 1 < {chains}OfPoolAsync await 1", Begun("pooled")),
            ("waiting", "Task.WhenAll", chains + "BothAsync await 1", Begun("all")),
            ("waiting", "PeriodicTimer.WaitForNextTickAsync", "Pending.Timers.PollAsync await 1", 2),
            ("ready", "TaskCompletionSource", chains + "ResumeAsync await 1", Begun("ready")),
        ];
        foreach ((string status, string? awaits, string path, int count) in expected)
            Assert.Contains((status, awaits, path, count), tasks);
        Assert.Single(tasks, task => task.Item4 == Begun("unwrapped")
            && task.Item3 is { } path && path.Contains("<Begin>b", StringComparison.Ordinal) && path.EndsWith(" < Task.Unwrap", StringComparison.Ordinal));
        Assert.Single(tasks, task => task is ("running", null, { } path, _)
            && path.Contains("<Work>b", StringComparison.Ordinal) && task.Item4 == Begun("working"));
        Assert.Single(tasks, static task => task is ("waiting", "(calls that wait for each other in a circle)", { } path, 1)
            && path.Contains("LeftAsync await 2", StringComparison.Ordinal) && path.Contains("RightAsync await 2", StringComparison.Ordinal));
        Assert.Equal(Begun("unseen") + Begun("unseen_late"), Failed("System.InvalidOperationException"));
        Assert.Equal(Begun("unseen_others"), Failed("System.FormatException"));
        Assert.DoesNotContain(tasks, static task => task.Item1 == "not_known");
        HeapTaskRow deep = found.Rows<HeapTaskRow>().Single(static row => row.CallCount >= 2_000);
        Assert.Contains($"{chains}DeepAsync await 2 < {chains}DeepAsync await 1 (", found.Text(deep.Path));
        Assert.Empty(found.Losses);
        CheckTimers(sample, found);

        long Failed(string exception) => tasks.Where(task => (task.Item1, task.Item2) == ("faulted", exception)).Sum(static task => task.Item4);
    }

    [Fact]
    [Trait("Category", "Slow")]
    public void As_many_tasks_and_timers_are_pending_as_ClrMD_counts()
    {
        using SampleProcess sample = SampleProcess.Start("Pending");

        HeapPendingRow found = Read(sample.Pid).Rows<HeapPendingRow>().Single();

        using DataTarget target = DataTarget.CreateSnapshotAndAttach(sample.Pid);
        long tasks = 0, timers = 0;
        foreach (ClrObject one in target.ClrVersions.Single().CreateRuntime().Heap.EnumerateObjects())
        {
            if (one.Type?.Name == "System.Threading.TimerQueueTimer")
                timers += one.ReadField<uint>("_dueTime") != uint.MaxValue && !one.ReadField<bool>("_canceled") ? 1 : 0;
            else if (IsTask(one.Type))
                tasks += (one.ReadField<int>("m_stateFlags") & 0x160_0000) == 0 ? 1 : 0;
        }

        // What a pool keeps calls in is no task.
        Assert.Equal(tasks + sample.Facts.GetProperty("tasks").GetProperty("pooled").GetInt32(), found.TaskCount);
        Assert.Equal(timers, found.TimerCount);
    }

    private static void CheckTimers(SampleProcess sample, CollectingSink found)
    {
        int Begun(string timer) => sample.Facts.GetProperty("timers").GetProperty(timer).GetInt32();
        Assert.Equal(
            [
                ("CancellationTokenSource", null, null, Begun("limits")),
                ("PeriodicTimer", null, HourNs, Begun("polls")),
                ("Task.Delay", null, null, sample.Facts.GetProperty("tasks").GetProperty("delays").GetInt32()),
                ("Timer", "Pending.Timers.Ring", null, Begun("rings")),
                ("Timer", "Pending.Timers.Tick", HourNs / 60, Begun("ticks")),
            ],
            found.Rows<HeapTimerRow>()
                .Select(row => (found.Text(row.Kind)!, Own(found.Text(row.Callback)), row.PeriodNs, row.Count))
                .OrderBy(static row => row.Item1, StringComparer.Ordinal).ThenBy(static row => row.Item2, StringComparer.Ordinal));
        Assert.All(found.Rows<HeapTimerRow>(), static row => Assert.InRange(row.FirstDueNs!.Value, HourNs / 2, row.LastDueNs!.Value));
        Assert.All(found.Rows<HeapTimerRow>(), static row => Assert.InRange(row.LastDueNs!.Value, HourNs / 2, HourNs));
    }

    // Who awaits a delay is not known of calls that the runtime itself suspends.
    private static string? Own(string? callback) => callback?.StartsWith("Pending.Timers", StringComparison.Ordinal) == true ? callback : null;

    private static CollectingSink Read(int pid)
    {
        CollectingSink sink = new();
        new LiveHeapExtractor(pid, new HeapExtractorOptions { Pending = true }).Run(sink, new SilentProgress(), TestContext.Current.CancellationToken);
        return sink;
    }

    private static bool IsTask(ClrType? type)
    {
        for (; type is not null; type = type.BaseType)
        {
            if (type.Name == "System.Threading.Tasks.Task")
                return true;
        }

        return false;
    }
}
