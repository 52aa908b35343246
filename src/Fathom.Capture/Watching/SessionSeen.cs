using Fathom.Model.Metrics;

namespace Fathom.Capture.Watching;

/// <summary>Which processes had an event session in any sample: without one, what was asked of events was not measured.</summary>
public sealed class SessionSeen : IWatchObserver
{
    private readonly List<WatchedProcess> _without = [];

    /// <summary>The processes that were sampled and never had one.</summary>
    public IReadOnlyList<WatchedProcess> Without => _without;

    /// <inheritdoc/>
    public void Began(WatchedProcess process) => _without.Add(process);

    /// <inheritdoc/>
    public void Sampled(WatchedProcess process, long tsNs, ReadOnlySpan<double> values)
    {
        if (_without.Count > 0 && values[MetricCatalog.EventSessions.Place] > 0)
            _without.Remove(process);
    }

    /// <inheritdoc/>
    public void Counted(WatchedProcess process, long tsNs, IReadOnlyList<TypeCount> types)
    {
        // Types are counted by an analysis of the heap.
    }

    /// <inheritdoc/>
    public void Ended(WatchedProcess process, long tsNs, string why)
    {
        // What it had is known from its samples.
    }

    /// <inheritdoc/>
    public void RoundEnded(long tsNs)
    {
        // Only samples are looked at.
    }
}
