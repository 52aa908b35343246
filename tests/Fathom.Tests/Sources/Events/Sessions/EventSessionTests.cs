using System.Diagnostics;
using Fathom.Model;
using Fathom.Model.Metrics;
using Fathom.Sources.Events;
using Fathom.Sources.Events.Sessions;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Sources.Events.Sessions;

/// <summary>Sessions on a program that tells what it did.</summary>
public sealed class EventSessionTests
{
    private static CancellationToken Stop => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Exceptions_come_with_type_message_thread_time_and_stack()
    {
        using SampleProcess sample = SampleProcess.Start("Events");
        List<(string Type, string Message, long Thread, long Ns, int Depth)> seen = [];
        long before = Environment.TickCount64;
        await using EventSession session = await EventSession.StartAsync(
            sample.Pid,
            [new ExceptionConsumer((in EventOrigin at, in ExceptionThrown e) => seen.Add((e.Type.ToString(), e.Message.ToString(), at.ThreadId, at.MonotonicNs, at.Stack.Depth)))],
            stop: Stop);
        long start = System.Diagnostics.Stopwatch.GetTimestamp();
        sample.Ask("throw 25");
        long end = System.Diagnostics.Stopwatch.GetTimestamp();

        EventSessionResult result = await session.StopAsync();

        Assert.True(result.IsWhole, result.ToString());
        Assert.Equal(Enumerable.Range(0, 25).Select(i => $"order {i} is refused — naïve ✓"), seen.Select(e => e.Message));
        Assert.All(seen, e =>
        {
            Assert.Equal("Events.OrderException", e.Type);
            Assert.Equal(sample.Pid, e.Thread);
            Assert.InRange(e.Ns, start, end);
            Assert.True(e.Depth >= 2, $"{e.Depth} frames");
        });
        Assert.Equal("done work 3", sample.Ask("work 3"));
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task Collections_come_with_generation_reason_sizes_and_pauses()
    {
        using SampleProcess sample = SampleProcess.Start("Events");
        List<GcStarted> started = [];
        List<GcEnded> ended = [];
        List<GcHeapStats> stats = [];
        List<GcPause> pauses = [];
        await using EventSession session = await EventSession.StartAsync(
            sample.Pid,
            [
                new GcConsumer
                {
                    OnStart = (in EventOrigin at, in GcStarted e) => started.Add(e),
                    OnEnd = (in EventOrigin at, in GcEnded e) => ended.Add(e),
                    OnHeapStats = (in EventOrigin at, in GcHeapStats e) => stats.Add(e),
                    OnPause = (in EventOrigin at, in GcPause e) => pauses.Add(e),
                },
            ],
            stop: Stop);
        sample.Ask("collect 6");

        Assert.True((await session.StopAsync()).IsWhole);

        GcStarted[] induced = [.. started.Where(gc => gc.Reason == GcReason.Induced)];
        Assert.Equal([0, 1, 2, 0, 1, 2], induced.Select(gc => gc.Generation));
        Assert.All(induced, gc => Assert.Equal(GcKind.Blocking, gc.Kind));
        Assert.Equal(started.Select(gc => (gc.Number, gc.Generation)), ended.Select(gc => (gc.Number, gc.Generation)));
        Assert.Equal(started.Count, stats.Count);
        Assert.All(stats, heap => Assert.InRange(heap.TotalBytes, 1, 1L << 30));
        Assert.All(stats, heap => Assert.InRange(heap.HandleCount, 1, 100_000));
        Assert.Equal(6, pauses.Count(pause => pause is { Reason: GcSuspendReason.Gc, DurationNs: > 0 }));
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task Random_allocation_samples_estimate_what_a_type_took()
    {
        using SampleProcess sample = SampleProcess.Start("Events");
        double bytes = 0;
        long samples = 0;
        await using EventSession session = await EventSession.StartAsync(
            sample.Pid,
            [
                new AllocationConsumer((in EventOrigin at, in AllocationSample e) =>
                {
                    if (!e.Type.SequenceEqual("Events.Parcel"))
                        return;
                    Assert.Equal(104, e.ObjectBytes);
                    Assert.Equal(AllocationPlace.Small, e.Place);
                    bytes += e.EstimatedBytes;
                    samples++;
                }),
            ],
            stop: Stop);
        sample.Ask("allocate 1000000");

        Assert.True((await session.StopAsync()).IsWhole);

        // 104 MB are about 1,016 samples, whose number spreads by 32: six times that.
        Assert.InRange(samples, 820, 1210);
        Assert.InRange(bytes / 104e6, 0.8, 1.2);
    }

    [Fact]
    public async Task Allocation_ticks_tell_how_much_came_since_the_last()
    {
        using SampleProcess sample = SampleProcess.Start("Events");
        double bytes = 0;
        await using EventSession session = await EventSession.StartAsync(
            sample.Pid,
            [
                new AllocationConsumer(
                    (in EventOrigin at, in AllocationSample e) =>
                    {
                        if (e.Type.SequenceEqual("Events.Parcel"))
                            bytes += e.EstimatedBytes;
                    },
                    AllocationSampling.Ticks),
            ],
            stop: Stop);
        sample.Ask("allocate 1000000");

        Assert.True((await session.StopAsync()).IsWhole);
        Assert.InRange(bytes / 104e6, 0.95, 1.05);
    }

    [Fact]
    public async Task Work_items_of_the_thread_pool_are_queued_and_taken_up()
    {
        using SampleProcess sample = SampleProcess.Start("Events");
        HashSet<long> queued = [];
        HashSet<long> takenUp = [];
        int count = 0;
        int workers = 0;
        await using EventSession session = await EventSession.StartAsync(
            sample.Pid,
            [
                new ThreadPoolConsumer
                {
                    OnWorkItem = (in EventOrigin at, in ThreadPoolWorkItem e) =>
                    {
                        (e.IsTakenUp ? takenUp : queued).Add(e.Id);
                        count += e.IsTakenUp ? 0 : 1;
                    },
                    OnWorkers = (in EventOrigin at, in ThreadPoolWorkers e) => workers = Math.Max(workers, e.Active),
                },
            ],
            stop: Stop);
        sample.Ask("work 40");

        Assert.True((await session.StopAsync()).IsWhole);
        Assert.InRange(count, 40, 60);
        Assert.Superset(queued, takenUp);
        Assert.InRange(workers, 1, 64);
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task Metrics_of_the_runtime_are_told_each_second()
    {
        using SampleProcess sample = SampleProcess.Start("Events");
        RuntimeMetrics metrics = new(TimeSpan.FromSeconds(1));
        await using EventSession session = await EventSession.StartAsync(sample.Pid, [metrics], stop: Stop);
        sample.Ask("throw 7");
        sample.Ask("collect 3");

        await Until(() => metrics[RuntimeMetric.Exceptions] >= 7 && metrics[RuntimeMetric.HandleCount] > 0);

        double[] values = new double[RuntimeMetric.All.Count];
        metrics.CopyTo(values);
        Assert.Equal(7, metrics[RuntimeMetric.Exceptions]);
        Assert.All(RuntimeMetric.All, metric => Assert.False(double.IsNaN(values[metric.Place]), $"{metric} is unknown"));
        Assert.InRange(metrics[RuntimeMetric.GcHeapBytes], 10_000, 1e9);
        Assert.InRange(metrics[RuntimeMetric.GcCommittedBytes], 100_000, 1e9);
        Assert.InRange(metrics[RuntimeMetric.Gen2Collections], 1, 2);
        Assert.InRange(metrics.SinceHeard!.Value, TimeSpan.Zero, TimeSpan.FromMinutes(1));
        Assert.True((await session.StopAsync()).IsWhole);
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task A_thread_pool_whose_work_items_all_wait_finishes_nothing_while_work_waits()
    {
        using SampleProcess sample = SampleProcess.Start("Events");
        ThreadPoolProgress progress = new();
        await using EventSession session = await EventSession.StartAsync(sample.Pid, [progress], stop: Stop);
        sample.Ask("block 200");

        await Until(() => progress is { QueueLength: > 50 } && progress.SinceFinished > TimeSpan.FromSeconds(2));
        sample.Ask("unblock");
        await Until(() => progress is { QueueLength: 0 } && progress.SinceFinished < TimeSpan.FromSeconds(2));

        Assert.True((await session.StopAsync()).IsWhole);
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task Several_consumers_share_a_session()
    {
        using SampleProcess sample = SampleProcess.Start("Events");
        int thrown = 0, alsoThrown = 0, collected = 0;
        await using EventSession session = await EventSession.StartAsync(
            sample.Pid,
            [
                new ExceptionConsumer((in EventOrigin at, in ExceptionThrown e) => thrown++),
                new GcConsumer { OnEnd = (in EventOrigin at, in GcEnded e) => collected++ },
                new ExceptionConsumer((in EventOrigin at, in ExceptionThrown e) => alsoThrown++),
            ],
            stop: Stop);
        sample.Ask("throw 5");
        sample.Ask("collect 3");

        await session.StopAsync();

        Assert.Equal((5, 5, 3), (thrown, alsoThrown, collected));
    }

    [Fact]
    public async Task Two_sessions_on_one_process_do_not_disturb_each_other()
    {
        using SampleProcess sample = SampleProcess.Start("Events");
        int first = 0, second = 0;
        await using EventSession one = await EventSession.StartAsync(
            sample.Pid, [new ExceptionConsumer((in EventOrigin at, in ExceptionThrown e) => first++)], stop: Stop);
        sample.Ask("throw 3");
        await using (EventSession two = await EventSession.StartAsync(
            sample.Pid, [new ExceptionConsumer((in EventOrigin at, in ExceptionThrown e) => second++)], stop: Stop))
        {
            sample.Ask("throw 4");
            Assert.True((await two.StopAsync()).IsWhole);
        }

        sample.Ask("throw 2");
        Assert.True((await one.StopAsync()).IsWhole);
        Assert.Equal((9, 4), (first, second));
    }

    [Fact]
    public async Task A_program_that_ends_by_itself_ends_the_session()
    {
        using SampleProcess sample = SampleProcess.Start("Events");
        int thrown = 0;
        await using EventSession session = await EventSession.StartAsync(
            sample.Pid, [new ExceptionConsumer((in EventOrigin at, in ExceptionThrown e) => thrown++)], stop: Stop);
        sample.Ask("throw 5");
        // A runtime that ends within milliseconds of the start may send nothing.
        await Until(() => Volatile.Read(ref thrown) == 5);
        Assert.Throws<InvalidOperationException>(() => sample.Ask("exit"));

        EventSessionResult result = await session.Completion.WaitAsync(Stop);

        Assert.True(result.End is EventSessionEnd.Complete or EventSessionEnd.TargetLost && result.DroppedEvents == 0, result.ToString());
        Assert.Equal(result, await session.StopAsync());
    }

    [Fact]
    public async Task A_killed_target_is_told_as_lost()
    {
        using SampleProcess sample = SampleProcess.Start("Events");
        await using EventSession session = await EventSession.StartAsync(sample.Pid, [new RuntimeMetrics(TimeSpan.FromSeconds(1))], stop: Stop);
        using (Process program = Process.GetProcessById(sample.Pid))
            program.Kill();
        sample.WaitForEnd();

        EventSessionResult result = await session.StopAsync();

        Assert.Equal(EventSessionEnd.TargetLost, result.End);
        Assert.Contains("was lost", result.Problem, StringComparison.Ordinal);
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task What_a_handler_throws_is_told_by_the_completion()
    {
        using SampleProcess sample = SampleProcess.Start("Events");
        await using EventSession session = await EventSession.StartAsync(
            sample.Pid, [new ExceptionConsumer((in EventOrigin at, in ExceptionThrown e) => throw new InvalidTimeZoneException("handler"))], stop: Stop);
        sample.Ask("throw 1");

        await Assert.ThrowsAsync<InvalidTimeZoneException>(() => session.StopAsync());
        Assert.Equal("done work 3", sample.Ask("work 3"));
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task A_process_that_is_not_there_or_no_dotnet_is_one_sentence()
    {
        FathomException absent = await Assert.ThrowsAsync<FathomException>(() => EventSession.StartAsync(int.MaxValue, [new RuntimeMetrics(TimeSpan.FromSeconds(1))], stop: Stop));
        Assert.Equal($"There is no process {int.MaxValue}.", absent.Message);

        using SampleProcess sample = SampleProcess.Start("Events");
        FathomException native = await Assert.ThrowsAsync<FathomException>(
            () => EventSession.StartAsync(sample.ParentPid, [new RuntimeMetrics(TimeSpan.FromSeconds(1))], stop: Stop));
        Assert.StartsWith($"Process {sample.ParentPid} has no diagnostic port", native.Message, StringComparison.Ordinal);
    }

    // Counters come each second: the condition, not the time, ends the wait.
    private static async Task Until(Func<bool> condition)
    {
        using CancellationTokenSource patience = CancellationTokenSource.CreateLinkedTokenSource(Stop);
        patience.CancelAfter(TimeSpan.FromMinutes(1));
        while (!condition())
            await Task.Delay(20, patience.Token);
    }
}
