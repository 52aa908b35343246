using Fathom.Model.Recording;
using Fathom.Model.Scheduling;
using Fathom.Model.Tables;

namespace Fathom.Sources.Traces.EventPipe;

/// <summary>Waits of managed threads that a runtime tells by their begin and their end.</summary>
/// <param name="now">The event that is being read.</param>
/// <param name="sink">Gets the rows.</param>
/// <param name="waits">Keeps their times; null where nobody asks.</param>
/// <param name="kind">What they wait for.</param>
internal abstract class ManagedWaitTable<T>(TracedMoment now, IRecordingSink sink, IManagedWaits? waits, ManagedWaitKind kind) : EventTable
    where T : unmanaged, IRow<T>
{
    private readonly RowBatch<T> _rows = new(sink);

    /// <summary>Those that have begun.</summary>
    protected OpenSpans<T> Open => field ??= new OpenSpans<T>(row => _rows.Add(row));

    /// <inheritdoc/>
    public sealed override void End()
    {
        Open.End(OnOpen);
        _rows.Flush();
    }

    /// <summary>The row of a wait by its thread, begin and stack.</summary>
    protected abstract (uint Thread, long StartNs, uint Stack) PlaceOf(in T row);

    /// <summary>The row of a wait that has ended.</summary>
    protected abstract T Ended(in T row, long durationNs);

    /// <summary>A wait ends now.</summary>
    protected void Close(in T row)
    {
        now.IsTaken = true;
        (uint thread, long startNs, uint stack) = PlaceOf(in row);
        _rows.Add(Ended(in row, now.Ns - startNs));
        waits?.Add(thread, new ManagedWait(startNs, now.Ns, kind, stack, IsOpenAtStart: startNs == now.BeginNs));
    }

    // A thread that told nothing more is still where it was.
    private void OnOpen(TracedThread thread, T row)
    {
        _rows.Add(row);
        (uint number, long startNs, uint stack) = PlaceOf(in row);
        if (thread.LastNs == startNs)
            waits?.Add(number, new ManagedWait(startNs, now.Ns, kind, stack, IsOpenAtEnd: true));
    }
}
