using System.Collections.Concurrent;
using System.Diagnostics;
using Fathom.Model.Metrics;
using Fathom.Sources.Events;
using Fathom.Sources.Events.Sessions;
using Fathom.TestSupport;
using Fathom.Tests.Sources.Targets.Dumps;
using Xunit;

namespace Fathom.Tests.Sources.Events.Sessions;

/// <summary>The same sample on earlier runtimes.</summary>
[Trait("Category", "Long")]
public sealed class EarlierRuntimeTests
{
    private static CancellationToken Stop => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData(8)]
    [InlineData(9)]
    public async Task Earlier_runtimes_tell_the_same_but_for_random_allocation_samples(int major)
    {
        using PublishedSample published = new(major, isSingleFile: false, "Events");
        using SampleProcess sample = SampleProcess.Start(new ProcessStartInfo(published.Program));
        ConcurrentQueue<string> thrown = [];
        List<GcStarted> started = [];
        List<GcHeapStats> stats = [];
        int pauses = 0, random = 0, sold = 0;
        double ticks = 0;
        HashSet<long> items = [];
        RuntimeMetrics metrics = new(TimeSpan.FromSeconds(1));
        await using EventSession session = await EventSession.StartAsync(
            sample.Pid,
            [
                metrics,
                new ExceptionConsumer((in EventOrigin at, in ExceptionThrown e) => thrown.Enqueue($"{e.Type}: {e.Message} on {at.ThreadId}, {(at.Stack.Depth > 1 ? "with stack" : "")}")),
                new GcConsumer
                {
                    OnStart = (in EventOrigin at, in GcStarted e) => started.Add(e),
                    OnHeapStats = (in EventOrigin at, in GcHeapStats e) => stats.Add(e),
                    OnPause = (in EventOrigin at, in GcPause e) => pauses += e is { Reason: GcSuspendReason.Gc, DurationNs: > 0 } ? 1 : 0,
                },
                new AllocationConsumer((in EventOrigin at, in AllocationSample e) => random++),
                new AllocationConsumer(
                    (in EventOrigin at, in AllocationSample e) => ticks += e.Type.SequenceEqual("Events.Parcel") ? e.EstimatedBytes : 0, AllocationSampling.Ticks),
                new ThreadPoolConsumer { OnWorkItem = (in EventOrigin at, in ThreadPoolWorkItem e) => items.Add(e.Id) },
                new MeterConsumer(TimeSpan.FromSeconds(1), (in EventOrigin at, in MeterValue e) => sold = e.Instrument is "sold" ? (int)e.Value : sold, "Shop"),
            ],
            stop: Stop);
        sample.Ask("measure 12");
        sample.Ask("throw 7");
        sample.Ask("collect 6");
        sample.Ask("work 40");
        sample.Ask("allocate 1000000");

        Stopwatch patience = Stopwatch.StartNew();
        while (metrics[RuntimeMetric.Exceptions] is not >= 7 || Volatile.Read(ref sold) < 12)
        {
            Assert.True(patience.Elapsed < TimeSpan.FromMinutes(1), $"{metrics[RuntimeMetric.Exceptions]} exceptions, {sold} sold");
            await Task.Delay(20, Stop);
        }

        EventSessionResult result = await session.StopAsync();

        Assert.True(result.IsWhole, result.ToString());
        Assert.Equal(Enumerable.Range(0, 7).Select(i => $"Events.OrderException: order {i} is refused — naïve ✓ on {sample.Pid}, with stack"), thrown);
        Assert.Equal([0, 1, 2, 0, 1, 2], started.Where(gc => gc.Reason == GcReason.Induced).Select(gc => gc.Generation));
        Assert.Equal(started.Count, stats.Count);
        Assert.All(stats, heap => Assert.InRange(heap.TotalBytes, 1, 1L << 30));
        Assert.InRange(pauses, 6, int.MaxValue);
        Assert.InRange(items.Count, 1, 60);
        Assert.InRange(ticks / 104e6, 0.95, 1.05);
        Assert.Equal((0, 12, 7.0), (random, sold, metrics[RuntimeMetric.Exceptions]));
        Assert.All(RuntimeMetric.All, metric => Assert.False(double.IsNaN(metrics[metric]), $"{metric} is unknown"));
    }
}
