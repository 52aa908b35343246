using Fathom.Formats.NetTrace;
using Fathom.Sources.Events.Sessions;

namespace Fathom.Sources.Events;

/// <summary>Thread pool: its worker threads, how it adjusts their number, and on demand each work item.</summary>
public sealed class ThreadPoolConsumer : EventConsumer
{
    private const string Framework = "System.Diagnostics.Eventing.FrameworkEventSource";
    private const ulong FrameworkThreadPool = 0x2;

    /// <summary>The number of worker threads changed.</summary>
    public EventHandling<ThreadPoolWorkers>? OnWorkers { get; init; }

    /// <summary>The pool has decided how many worker threads it wants.</summary>
    public EventHandling<ThreadPoolAdjustment>? OnAdjustment { get; init; }

    /// <summary>A work item was queued or is taken up. It costs the target two events for each, so only with a handler is it asked for.</summary>
    public EventHandling<ThreadPoolWorkItem>? OnWorkItem { get; init; }

    /// <inheritdoc/>
    public override IReadOnlyList<EventProvider> Providers
    {
        get
        {
            List<EventProvider> providers = [];
            if (OnWorkers is not null || OnAdjustment is not null)
                providers.Add(new(EventProvider.Runtime, RuntimeKeywords.Threading, EventLevel.Informational));
            if (OnWorkItem is not null)
                providers.Add(new(Framework, FrameworkThreadPool, EventLevel.Verbose));
            return providers;
        }
    }

    internal override EventReaction? Bind(EventMetadata metadata) => (metadata.Provider, metadata.EventId) switch
    {
        (EventProvider.Runtime, 50 or 51 or 57) when OnWorkers is not null => Workers,
        (EventProvider.Runtime, 55) when OnAdjustment is not null => Adjustment,
        (Framework, 30 or 31) when OnWorkItem is not null => WorkItem,
        _ => null,
    };

    private void Workers(in NetTraceEvent at)
    {
        PayloadReader fields = at.Fields();
        ThreadPoolWorkerChange change = at.Metadata.EventId switch
        {
            50 => ThreadPoolWorkerChange.Start,
            51 => ThreadPoolWorkerChange.Stop,
            _ => ThreadPoolWorkerChange.Wait,
        };
        ThreadPoolWorkers value = new(change, fields.Int32());
        if (!fields.IsShort)
            OnWorkers!(new EventOrigin(at), value);
    }

    private void Adjustment(in NetTraceEvent at)
    {
        PayloadReader fields = at.Fields();
        ThreadPoolAdjustment value = new(fields.Double(), fields.Int32(), (ThreadPoolAdjustmentReason)fields.Int32());
        if (!fields.IsShort)
            OnAdjustment!(new EventOrigin(at), value);
    }

    private void WorkItem(in NetTraceEvent at)
    {
        PayloadReader fields = at.Fields();
        OnWorkItem!(new EventOrigin(at), new ThreadPoolWorkItem(fields.Int64(), at.Metadata.EventId == 31));
    }
}
