namespace Fathom.Sources.Threads.Intervals;

/// <summary>A thread that is busy, and where it was at each glance.</summary>
/// <param name="tid">Its number.</param>
internal sealed class GlancedThread(int tid)
{
    // Far more than the kernel takes to stop it and to let it go.
    private const long LeastRunNs = 500_000;

    private readonly List<Glance> _glances = [];
    private long _cpuNs = long.MinValue;

    /// <summary>Its number.</summary>
    public int Tid => tid;

    /// <summary>Where it was, in the order of time.</summary>
    public IReadOnlyList<Glance> Glances => _glances;

    /// <summary>
    /// Looks where it is, if it has run since the last time. Without that, ten glances at a thread that waits for a processor would be one glance, and a thread
    /// that works would look like one that runs in a circle.
    /// </summary>
    /// <param name="tasks">Reads its CPU time.</param>
    /// <param name="glances">Looks at it.</param>
    public GlanceOutcome Glance(TaskReader tasks, GlanceTaker glances)
    {
        if (!tasks.TryRead(tid, out TaskTime before))
            return GlanceOutcome.Done;
        // The kernel adds time up at each tick; where it counts in ticks only, each glance counts.
        if (_cpuNs != long.MinValue && before.CpuNs - _cpuNs < LeastRunNs && !tasks.IsCoarse)
            return before.State == 'R' ? GlanceOutcome.HasNotRun : GlanceOutcome.Done;
        if (!glances.TryTake(tid, out Glance glance))
            return GlanceOutcome.Done;
        _glances.Add(glance);
        if (tasks.TryRead(tid, out TaskTime after))
            _cpuNs = after.CpuNs;
        return GlanceOutcome.Done;
    }
}
