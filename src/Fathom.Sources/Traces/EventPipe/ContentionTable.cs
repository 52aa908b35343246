using Fathom.Model.Recording;
using Fathom.Model.Scheduling;
using Fathom.Model.Tables;
using Fathom.Model.Traces;
using Fathom.Sources.Events.Sessions;
using Fathom.Sources.Events.Waits;

namespace Fathom.Sources.Traces.EventPipe;

/// <summary>Waits for locks. One that had begun before the trace is a row where the runtime says how long it was.</summary>
internal sealed class ContentionTable : ManagedWaitTable<ContentionRow>
{
    private readonly TracedMoment _now;
    private readonly TextId _managed;
    private readonly TextId _native;

    /// <summary>Begins.</summary>
    /// <param name="now">The event that is being read.</param>
    /// <param name="sink">Gets the rows.</param>
    /// <param name="waits">Keeps their times; null where nobody asks.</param>
    public ContentionTable(TracedMoment now, IRecordingSink sink, IManagedWaits? waits)
        : base(now, sink, waits, ManagedWaitKind.Contention)
    {
        (_now, _managed, _native) = (now, sink.Ids.Text("managed"), sink.Ids.Text("native"));
        Consumer = new ContentionConsumer { OnStart = OnStart, OnEnd = OnEnd };
    }

    /// <inheritdoc/>
    public override EventConsumer Consumer { get; }

    /// <inheritdoc/>
    protected override (uint Thread, long StartNs, uint Stack) PlaceOf(in ContentionRow row) => (row.ThreadId, row.StartNs, row.StackId);

    /// <inheritdoc/>
    protected override ContentionRow Ended(in ContentionRow row, long durationNs) => row with { DurationNs = durationNs };

    private void OnStart(in EventOrigin at, in ContentionStarted start)
    {
        _now.IsTaken = true;
        Open.Begin(_now.Thread, new ContentionRow(
            _now.ProcessNumber, _now.ThreadNumber, _now.Ns, null, start.IsNative ? _native : _managed, start.LockId, start.OwnerThreadId, _now.Stack, false));
    }

    private void OnEnd(in EventOrigin at, in ContentionEnded end)
    {
        if (Open.TryEnd(_now.Thread, null, out ContentionRow row))
            Close(row);
        else if (end.DurationNs is { } told && _now.Ns - told is var startNs)
            Close(new ContentionRow(_now.ProcessNumber, _now.ThreadNumber, startNs, null, end.IsNative ? _native : _managed, null, null, _now.Stack, startNs < _now.BeginNs));
    }
}
