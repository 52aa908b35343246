using Fathom.Formats.NetTrace;
using Fathom.Sources.Events.Sessions;

namespace Fathom.Sources.Events;

/// <summary>Garbage collections: beginning and end, sizes of the generations and number of handles after each, and the pauses.</summary>
public sealed class GcConsumer : EventConsumer
{
    // By thread: events of several threads come in any order, and who stops the others lets them go.
    private readonly Dictionary<ulong, (long Ns, GcSuspendReason Reason, long? StoppedNs)> _suspended = [];

    /// <inheritdoc/>
    public override IReadOnlyList<EventProvider> Providers { get; } = [new(EventProvider.Runtime, RuntimeKeywords.Gc, EventLevel.Informational)];

    /// <summary>A collection begins.</summary>
    public EventHandling<GcStarted>? OnStart { get; init; }

    /// <summary>A collection is over.</summary>
    public EventHandling<GcEnded>? OnEnd { get; init; }

    /// <summary>What the heap holds after a collection.</summary>
    public EventHandling<GcHeapStats>? OnHeapStats { get; init; }

    /// <summary>All managed threads were stopped, and may run again. Its moment is the end of the pause.</summary>
    public EventHandling<GcPause>? OnPause { get; init; }

    internal override EventReaction? Bind(EventMetadata metadata) => metadata.Provider != EventProvider.Runtime ? null : metadata.EventId switch
    {
        1 => OnStart is null ? null : Start,
        2 => OnEnd is null ? null : End,
        4 => OnHeapStats is null ? null : HeapStats,
        // Threads may run from the begin of the restart (7) on. Its end (3) comes when the thread that restarts them gets a processor again.
        7 => OnPause is null ? null : Resume,
        8 => OnPause is null ? null : Stopped,
        9 => OnPause is null ? null : Suspend,
        _ => null,
    };

    private void Start(in NetTraceEvent at)
    {
        PayloadReader fields = at.Fields();
        GcStarted value = new(fields.Int32(), fields.Int32(), (GcReason)fields.Int32(), (GcKind)fields.Int32());
        if (!fields.IsShort)
            OnStart!(new EventOrigin(at), value);
    }

    private void End(in NetTraceEvent at)
    {
        PayloadReader fields = at.Fields();
        GcEnded value = new(fields.Int32(), fields.Int32());
        if (!fields.IsShort)
            OnEnd!(new EventOrigin(at), value);
    }

    private void HeapStats(in NetTraceEvent at)
    {
        PayloadReader fields = at.Fields();
        OnHeapStats!(new EventOrigin(at), GcHeapStats.Read(ref fields));
    }

    private void Suspend(in NetTraceEvent at)
    {
        PayloadReader fields = at.Fields();
        long ns = at.Trace.Nanoseconds(at.Header.Ticks);
        _suspended[at.Header.ThreadId] = (ns, (GcSuspendReason)fields.Int32(), null);
    }

    private void Stopped(in NetTraceEvent at)
    {
        if (_suspended.TryGetValue(at.Header.ThreadId, out var pause))
            _suspended[at.Header.ThreadId] = pause with { StoppedNs = at.Trace.Nanoseconds(at.Header.Ticks) };
    }

    private void Resume(in NetTraceEvent at)
    {
        // The session can begin within a pause: its length is not known then.
        long ns = at.Trace.Nanoseconds(at.Header.Ticks);
        if (_suspended.Remove(at.Header.ThreadId, out var pause))
            OnPause!(new EventOrigin(at), new GcPause(ns - pause.Ns, pause.Reason, ns - pause.StoppedNs));
    }
}
