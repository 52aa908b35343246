using Fathom.Model.Recording;
using Fathom.Model.Scheduling;
using Fathom.Model.Tables;
using Fathom.Model.Traces;
using Fathom.Sources.Events.Sessions;
using Fathom.Sources.Events.Waits;
using Fathom.Sources.Traces.Rows;

namespace Fathom.Sources.Traces.EventPipe;

/// <summary>Pairs begins and ends of waits for locks. A wait that had begun before the trace is a row where the runtime says how long it was.</summary>
internal sealed class ContentionTable : EventTable
{
    private readonly TracedMoment _now;
    private readonly ManagedWaits? _waits;
    private readonly RowBatch<ContentionRow> _rows;
    private readonly OpenSpans<ContentionRow> _open;
    private readonly TextId _managed;
    private readonly TextId _native;

    /// <summary>Begins.</summary>
    /// <param name="now">The event that is being read.</param>
    /// <param name="sink">Gets the rows.</param>
    /// <param name="waits">Keeps their times; null where nobody asks.</param>
    public ContentionTable(TracedMoment now, IRecordingSink sink, ManagedWaits? waits)
    {
        _waits = waits;
        (_now, _rows, _managed, _native) = (now, new(sink), sink.Ids.Text("managed"), sink.Ids.Text("native"));
        _open = new OpenSpans<ContentionRow>(row => _rows.Add(row));
        Consumer = new ContentionConsumer { OnStart = OnStart, OnEnd = OnEnd };
    }

    /// <inheritdoc/>
    public override EventConsumer Consumer { get; }

    /// <inheritdoc/>
    public override void End()
    {
        _open.End(OnOpen);
        _rows.Flush();
    }

    private void OnStart(in EventOrigin at, in ContentionStarted start)
    {
        _now.IsTaken = true;
        _open.Begin(_now.Thread, new ContentionRow(
            _now.ProcessNumber, _now.ThreadNumber, _now.Ns, null, start.IsNative ? _native : _managed, start.LockId, start.OwnerThreadId, _now.Stack, false));
    }

    private void OnEnd(in EventOrigin at, in ContentionEnded end)
    {
        if (!_open.TryEnd(_now.Thread, null, out ContentionRow row))
        {
            if (end.DurationNs is not { } told)
                return;
            long startNs = _now.Ns - told;
            row = new ContentionRow(_now.ProcessNumber, _now.ThreadNumber, startNs, null, end.IsNative ? _native : _managed, null, null, _now.Stack, startNs < _now.BeginNs);
        }

        _now.IsTaken = true;
        Add(row, _now.Ns - row.StartNs);
    }

    // A thread that told nothing more is still where it was.
    private void OnOpen(TracedThread thread, ContentionRow row)
    {
        _rows.Add(row);
        if (thread.LastNs == row.StartNs)
            _waits?.Add(row.ThreadId, new ManagedWait(row.StartNs, _now.Ns, ManagedWaitKind.Contention, row.StackId));
    }

    private void Add(in ContentionRow row, long durationNs)
    {
        _rows.Add(row with { DurationNs = durationNs });
        _waits?.Add(row.ThreadId, new ManagedWait(row.StartNs, row.StartNs + durationNs, ManagedWaitKind.Contention, row.StackId));
    }
}
