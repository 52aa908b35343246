using Fathom.Model.Recording;
using Fathom.Model.Scheduling;
using Fathom.Model.Tables;
using Fathom.Model.Traces;
using Fathom.Sources.Events.Sessions;
using Fathom.Sources.Events.Waits;
using Fathom.Sources.Traces.Rows;

namespace Fathom.Sources.Traces.EventPipe;

/// <summary>Pairs begins and ends of waits for handles. A thread whose first event of them is an end has waited since before the trace.</summary>
internal sealed class WaitHandleTable : EventTable
{
    private readonly TracedMoment _now;
    private readonly ManagedWaits? _waits;
    private readonly RowBatch<WaitHandleWaitRow> _rows;
    private readonly OpenSpans<WaitHandleWaitRow> _open;
    // Threads that waited when the trace began: that can be once only.
    private readonly HashSet<TracedThread> _seen = [];
    private readonly TextId _monitor;
    private readonly TextId _unknown;

    /// <summary>Begins.</summary>
    /// <param name="now">The event that is being read.</param>
    /// <param name="sink">Gets the rows.</param>
    /// <param name="waits">Keeps their times; null where nobody asks.</param>
    public WaitHandleTable(TracedMoment now, IRecordingSink sink, ManagedWaits? waits)
    {
        _waits = waits;
        (_now, _rows, _monitor, _unknown) = (now, new(sink), sink.Ids.Text("monitor wait"), sink.Ids.Text("unknown"));
        _open = new OpenSpans<WaitHandleWaitRow>(row => _rows.Add(row));
        Consumer = new WaitHandleConsumer(OnWait);
    }

    /// <inheritdoc/>
    public override EventConsumer Consumer { get; }

    /// <inheritdoc/>
    public override void End()
    {
        _open.End(OnOpen);
        _rows.Flush();
    }

    private void OnWait(in EventOrigin at, in WaitHandleWait wait)
    {
        if (!wait.IsEnd)
        {
            _now.IsTaken = true;
            _open.Begin(_now.Thread, Row(_now.Ns, wait.Source == WaitHandleSource.MonitorWait ? _monitor : _unknown, isOpenAtStart: false));
        }
        else if (_open.TryEnd(_now.Thread, null, out WaitHandleWaitRow row))
            Close(row);
        else if (_now.Thread is { } thread && !_open.HasBegun(thread) && _seen.Add(thread))
            Close(Row(_now.BeginNs, _unknown, isOpenAtStart: true));
    }

    private WaitHandleWaitRow Row(long startNs, TextId source, bool isOpenAtStart) => new(_now.ProcessNumber, _now.ThreadNumber, startNs, null, source, _now.Stack, isOpenAtStart);

    private void Close(in WaitHandleWaitRow row)
    {
        _now.IsTaken = true;
        Add(row, _now.Ns - row.StartNs);
    }

    // A thread that told nothing more is still where it was.
    private void OnOpen(TracedThread thread, WaitHandleWaitRow row)
    {
        _rows.Add(row);
        if (thread.LastNs == row.StartNs)
            _waits?.Add(row.ThreadId, new ManagedWait(row.StartNs, _now.Ns, ManagedWaitKind.WaitHandle, row.StackId));
    }

    private void Add(in WaitHandleWaitRow row, long durationNs)
    {
        _rows.Add(row with { DurationNs = durationNs });
        _waits?.Add(row.ThreadId, new ManagedWait(row.StartNs, row.StartNs + durationNs, ManagedWaitKind.WaitHandle, row.StackId));
    }
}
