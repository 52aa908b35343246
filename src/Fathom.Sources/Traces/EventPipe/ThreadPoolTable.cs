using Fathom.Model.Recording;
using Fathom.Model.Traces;
using Fathom.Sources.Events;
using Fathom.Sources.Events.Sessions;

namespace Fathom.Sources.Traces.EventPipe;

/// <summary>Writes what thread pools change.</summary>
internal sealed class ThreadPoolTable : EventTable
{
    private readonly TracedMoment _now;
    private readonly IRecordingSink _sink;
    private readonly RowBatch<ThreadPoolChangeRow> _rows;

    /// <summary>Begins.</summary>
    /// <param name="now">The event that is being read.</param>
    /// <param name="sink">Gets the rows.</param>
    public ThreadPoolTable(TracedMoment now, IRecordingSink sink)
    {
        (_now, _sink, _rows) = (now, sink, new(sink));
        Consumer = new ThreadPoolConsumer { OnWorkers = OnWorkers, OnAdjustment = OnAdjustment };
    }

    /// <inheritdoc/>
    public override EventConsumer Consumer { get; }

    /// <inheritdoc/>
    public override void End() => _rows.Flush();

    private void OnWorkers(in EventOrigin at, in ThreadPoolWorkers workers) => Add(RuntimeWords.Of(workers.Change), workers.Active, null, null);

    private void OnAdjustment(in EventOrigin at, in ThreadPoolAdjustment to) => Add("adjustment", to.Workers, to.Throughput, RuntimeWords.Of(to.Reason));

    private void Add(string change, int workers, double? throughput, string? reason)
    {
        _now.IsTaken = true;
        _rows.Add(new ThreadPoolChangeRow(_now.Ns, _now.ProcessNumber, _now.ThreadNumber, _sink.Ids.Text(change), workers, throughput, _sink.Ids.Text(reason)));
    }
}
