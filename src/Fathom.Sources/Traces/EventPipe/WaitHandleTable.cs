using Fathom.Model.Recording;
using Fathom.Model.Scheduling;
using Fathom.Model.Tables;
using Fathom.Model.Traces;
using Fathom.Sources.Events.Sessions;
using Fathom.Sources.Events.Waits;

namespace Fathom.Sources.Traces.EventPipe;

/// <summary>Waits for handles. A thread whose first event of them is an end has waited since before the trace.</summary>
internal sealed class WaitHandleTable : ManagedWaitTable<WaitHandleWaitRow>
{
    private readonly TracedMoment _now;
    // Threads that waited when the trace began: that can be once only.
    private readonly HashSet<TracedThread> _seen = [];
    private readonly TextId _monitor;
    private readonly TextId _unknown;

    /// <summary>Begins.</summary>
    /// <param name="now">The event that is being read.</param>
    /// <param name="sink">Gets the rows.</param>
    /// <param name="waits">Keeps their times; null where nobody asks.</param>
    public WaitHandleTable(TracedMoment now, IRecordingSink sink, IManagedWaits? waits)
        : base(now, sink, waits, ManagedWaitKind.WaitHandle)
    {
        (_now, _monitor, _unknown) = (now, sink.Ids.Text("monitor wait"), sink.Ids.Text("unknown"));
        Consumer = new WaitHandleConsumer(OnWait);
    }

    /// <inheritdoc/>
    public override EventConsumer Consumer { get; }

    /// <inheritdoc/>
    protected override (uint Thread, long StartNs, uint Stack) PlaceOf(in WaitHandleWaitRow row) => (row.ThreadId, row.StartNs, row.StackId);

    /// <inheritdoc/>
    protected override WaitHandleWaitRow Ended(in WaitHandleWaitRow row, long durationNs) => row with { DurationNs = durationNs };

    private void OnWait(in EventOrigin at, in WaitHandleWait wait)
    {
        if (!wait.IsEnd)
        {
            _now.IsTaken = true;
            Open.Begin(_now.Thread, Row(_now.Ns, wait.Source == WaitHandleSource.MonitorWait ? _monitor : _unknown, isOpenAtStart: false));
        }
        else if (Open.TryEnd(_now.Thread, null, out WaitHandleWaitRow row))
            Close(row);
        else if (_now.Thread is { } thread && !Open.HasBegun(thread) && _seen.Add(thread))
            Close(Row(_now.BeginNs, _unknown, isOpenAtStart: true));
    }

    private WaitHandleWaitRow Row(long startNs, TextId source, bool isOpenAtStart) => new(_now.ProcessNumber, _now.ThreadNumber, startNs, null, source, _now.Stack, isOpenAtStart);
}
