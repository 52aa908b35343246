using System.Diagnostics;
using Fathom.Model.Heap;
using Fathom.Model.Recording;
using Fathom.Model.Tables;

namespace Fathom.Sources.Pending;

/// <summary>Turns HTTP requests into rows.</summary>
/// <param name="sink">Takes the rows.</param>
/// <param name="snapshotId">Id of the snapshot in the recording.</param>
/// <param name="timestamp">When the target was stopped, as a <see cref="Stopwatch"/> time stamp; null in a dump.</param>
internal sealed class RequestRows(IRecordingSink sink, uint snapshotId, long? timestamp)
{
    private readonly RowBatch<HeapRequestRow> _rows = new(sink);

    /// <summary>Adds requests.</summary>
    public void Add(IReadOnlyList<PendingRequest> requests)
    {
        foreach (PendingRequest request in requests)
        {
            string kind = request.IsIncoming ? "incoming" : "outgoing";
            _rows.Add(new HeapRequestRow(snapshotId, sink.Ids.Text(kind), Text(request.Method), Text(request.Target), 1, Text(request.State), Age(request.StartTicks)));
        }
    }

    /// <summary>Adds requests of which nothing is known, unless there are none.</summary>
    public void AddNotKnown(long count, string what)
    {
        if (count > 0)
            _rows.Add(new HeapRequestRow(snapshotId, sink.Ids.Text(TaskStatuses.NotKnown), TextId.None, sink.Ids.Text(what), count, TextId.None, null));
    }

    /// <summary>Hands over the rows.</summary>
    public void Flush() => _rows.Flush();

    // A time stamp of a damaged heap may be any number.
    private long? Age(long start) =>
        timestamp is { } now && start > 0 && start <= now ? Stopwatch.GetElapsedTime(start, now).Ticks * TimeSpan.NanosecondsPerTick : null;

    private TextId Text(string? text) => text is null ? TextId.None : sink.Ids.Text(text);
}
