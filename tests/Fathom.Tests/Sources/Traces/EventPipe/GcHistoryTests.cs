using Fathom.Sources.Events;
using Fathom.Sources.Traces.EventPipe;
using Xunit;

namespace Fathom.Tests.Sources.Traces.EventPipe;

public sealed class GcHistoryTests
{
    [Fact]
    public void Pauses_of_a_background_collection_and_of_one_meanwhile_are_kept_apart()
    {
        GcHistory history = new();
        history.Start(100, new GcStarted(7, 2, GcReason.SmallObjects, GcKind.Background));
        List<int?> numbers = [history.Paused(110, Pause(20, GcSuspendReason.GcPreparation))];
        history.Start(205, new GcStarted(8, 0, GcReason.SmallObjects, GcKind.BlockingDuringBackground));
        history.End(215, new GcEnded(8, 0));
        numbers.Add(history.Paused(220, Pause(20, GcSuspendReason.Gc)));
        numbers.Add(history.Paused(320, Pause(10, GcSuspendReason.GcPreparation)));
        history.End(400, new GcEnded(7, 2));
        numbers.Add(history.Paused(500, Pause(5, GcSuspendReason.Debugger)));

        Assert.Equal([(7, 30L, 400L), (8, 20L, 215L)], history.All.Select(static gc => (gc.Start.Number, gc.PauseNs!.Value, gc.EndNs!.Value)));
        Assert.Equal([7, 8, 7, null], numbers);
        Assert.Equal(0, history.Unmatched);
    }

    [Fact]
    public void What_began_before_the_trace_is_counted_and_belongs_to_none()
    {
        GcHistory history = new();
        history.End(50, new GcEnded(3, 1));
        history.Heap(default);
        Assert.Null(history.Paused(60, Pause(40, GcSuspendReason.Gc)));
        history.Start(100, new GcStarted(4, 0, GcReason.Induced, GcKind.Blocking));

        Assert.Equal(1, history.Unmatched);
        Assert.Equal((null, null), (Assert.Single(history.All).PauseNs, history.All[0].EndNs));
    }

    [Fact]
    public void A_blocking_collection_whose_end_is_missing_gets_no_later_pauses()
    {
        GcHistory history = new();
        history.Start(100, new GcStarted(1, 0, GcReason.SmallObjects, GcKind.Blocking));

        Assert.Null(history.Paused(2_000, Pause(500, GcSuspendReason.Gc)));
        Assert.Null(Assert.Single(history.All).PauseNs);
    }

    [Fact]
    public void The_time_to_stop_the_threads_is_summed_over_the_pauses_and_absent_where_one_does_not_say()
    {
        GcHistory history = new();
        history.Start(100, new GcStarted(1, 2, GcReason.Induced, GcKind.Background));
        history.Paused(110, new GcPause(20, GcSuspendReason.Gc, 15));
        history.Paused(200, new GcPause(30, GcSuspendReason.GcPreparation, 10));
        Assert.Equal((50, 25), (history.All[0].PauseNs, history.All[0].SuspendNs));

        history.Paused(300, new GcPause(7, GcSuspendReason.GcPreparation, null));
        history.Paused(400, new GcPause(7, GcSuspendReason.GcPreparation, 7));
        Assert.Equal((64, null), (history.All[0].PauseNs, history.All[0].SuspendNs));
    }

    private static GcPause Pause(long ns, GcSuspendReason reason) => new(ns, reason, ns);
}
