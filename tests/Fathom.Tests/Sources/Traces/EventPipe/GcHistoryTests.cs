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
        history.Paused(110, Pause(20, GcSuspendReason.GcPreparation));
        history.Start(205, new GcStarted(8, 0, GcReason.SmallObjects, GcKind.BlockingDuringBackground));
        history.End(215, new GcEnded(8, 0));
        history.Paused(220, Pause(20, GcSuspendReason.Gc));
        history.Paused(320, Pause(10, GcSuspendReason.GcPreparation));
        history.End(400, new GcEnded(7, 2));
        history.Paused(500, Pause(5, GcSuspendReason.Debugger));

        Assert.Equal([(7, 30L, 400L), (8, 20L, 215L)], history.All.Select(static gc => (gc.Start.Number, gc.PauseNs, gc.EndNs!.Value)));
        Assert.Equal([7, 8, 7, null], history.Pauses.Select(static pause => pause.Number));
        Assert.Equal(0, history.Unmatched);
    }

    [Fact]
    public void What_began_before_the_trace_is_counted_and_belongs_to_none()
    {
        GcHistory history = new();
        history.End(50, new GcEnded(3, 1));
        history.Heap(default);
        history.Paused(60, Pause(40, GcSuspendReason.Gc));
        history.Start(100, new GcStarted(4, 0, GcReason.Induced, GcKind.Blocking));

        Assert.Equal(2, history.Unmatched);
        Assert.Null(Assert.Single(history.Pauses).Number);
        Assert.Equal((0L, null), (Assert.Single(history.All).PauseNs, history.All[0].EndNs));
    }

    private static GcPause Pause(long ns, GcSuspendReason reason) => new(ns, reason, ns);
}
