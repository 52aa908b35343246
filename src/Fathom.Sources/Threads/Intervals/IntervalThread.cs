namespace Fathom.Sources.Threads.Intervals;

/// <summary>A thread as it was during the interval before the stop.</summary>
/// <param name="Last">What the kernel said at the end of the interval.</param>
/// <param name="IntervalCpuNs">CPU time during the interval; since its start for a thread that started within.</param>
/// <param name="IntervalReadyNs">Time during the interval in which it could have run and no processor was free; null where the kernel does not tell.</param>
internal sealed record IntervalThread(TaskTime Last, long IntervalCpuNs, long? IntervalReadyNs)
{
    /// <summary>Where it was found at each glance; empty for threads that were not busy.</summary>
    public IReadOnlyList<Glance> Glances { get; init; } = [];
}
