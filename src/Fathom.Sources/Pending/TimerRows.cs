using System.Diagnostics;
using Fathom.Model.Heap;
using Fathom.Model.Recording;
using Fathom.Model.Tables;

namespace Fathom.Sources.Pending;

/// <summary>Turns timers into rows.</summary>
/// <param name="sink">Takes the rows.</param>
/// <param name="snapshotId">Id of the snapshot in the recording.</param>
/// <param name="timestamp">When the target was stopped, as a <see cref="Stopwatch"/> time stamp; null in a dump.</param>
internal sealed class TimerRows(IRecordingSink sink, uint snapshotId, long? timestamp)
{
    private readonly RowBatch<HeapTimerRow> _rows = new(sink);

    // The clock of timers, in milliseconds, and that of the stop have one beginning.
    private readonly long? _nowMs = timestamp is { } stopped ? (long)(stopped / (Stopwatch.Frequency / 1_000.0)) : null;

    /// <summary>Adds groups of timers.</summary>
    public void Add(IReadOnlyDictionary<(string Kind, string? Callback, uint PeriodMs), (long Count, long FirstMs, long LastMs)> groups)
    {
        foreach (((string kind, string? callback, uint period), (long count, long first, long last)) in groups)
        {
            _rows.Add(new HeapTimerRow(
                snapshotId, sink.Ids.Text(kind), Text(callback), period == uint.MaxValue ? null : period * TimeSpan.NanosecondsPerTick * TimeSpan.TicksPerMillisecond,
                count, DueNs(first), DueNs(last)));
        }
    }

    /// <summary>Adds timers of which nothing is known, unless there are none.</summary>
    public void AddNotKnown(long count, string what)
    {
        if (count > 0)
            _rows.Add(new HeapTimerRow(snapshotId, sink.Ids.Text(TaskStatuses.NotKnown), sink.Ids.Text(what), null, count, null, null));
    }

    /// <summary>Hands over the rows.</summary>
    public void Flush() => _rows.Flush();

    private long? DueNs(long dueMs) => _nowMs is { } now ? (dueMs - now) * TimeSpan.NanosecondsPerTick * TimeSpan.TicksPerMillisecond : null;

    private TextId Text(string? text) => text is null ? TextId.None : sink.Ids.Text(text);
}
