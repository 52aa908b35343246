namespace Fathom.Capture.Watching;

/// <summary>
/// Keeps the memory of a watch that runs for days small. The runtime would let some 40 MB of garbage gather before it collects; what a sample leaves is little,
/// so a collection is a matter of milliseconds, every few hundred samples.
/// </summary>
public sealed class OwnMemory : IWatchObserver
{
    private const long MostGarbageBytes = 4 << 20;

    private long _collectedAt = GC.GetTotalAllocatedBytes();

    /// <summary>How many times all processes were sampled.</summary>
    public long Rounds { get; private set; }

    /// <inheritdoc/>
    public void Began(WatchedProcess process)
    {
        // Only rounds are looked at.
    }

    /// <inheritdoc/>
    public void Sampled(WatchedProcess process, long tsNs, ReadOnlySpan<double> values)
    {
        // Only rounds are looked at.
    }

    /// <inheritdoc/>
    public void Counted(WatchedProcess process, long tsNs, IReadOnlyList<TypeCount> types)
    {
        // Only rounds are looked at.
    }

    /// <inheritdoc/>
    public void Ended(WatchedProcess process, long tsNs, string why)
    {
        // Only rounds are looked at.
    }

    /// <inheritdoc/>
    public void RoundEnded(long tsNs)
    {
        Rounds++;
        long allocated = GC.GetTotalAllocatedBytes();
        if (allocated - _collectedAt < MostGarbageBytes)
            return;
        _collectedAt = allocated;
        GC.Collect(GC.MaxGeneration, GCCollectionMode.Aggressive, blocking: true, compacting: true);
    }
}
