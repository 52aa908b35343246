namespace Fathom.Sources.Metrics;

/// <summary>The files and calls that metrics come from; only those are read that a wanted metric needs.</summary>
[Flags]
internal enum MetricFiles
{
    None = 0,

    /// <summary><c>status</c>: some 0.1 ms.</summary>
    Status = 1,

    /// <summary><c>stat</c>; also tells whether it is still the same process, so it is always read.</summary>
    Stat = 2,

    /// <summary>The process's own CPU clock: exact, unlike the ticks of <c>stat</c>.</summary>
    CpuClock = 4,

    /// <summary>The number of entries of <c>fd</c>.</summary>
    Descriptors = 8,

    /// <summary><c>maps</c>: 10 ms for 40,000 mappings.</summary>
    Maps = 16,

    /// <summary><c>smaps_rollup</c>: the kernel walks all pages, 13 ms for 2 GB.</summary>
    Rollup = 32,

    /// <summary>The runtime's own records; see <see cref="ManagedMetrics"/>.</summary>
    Runtime = 64,

    /// <summary>Files of the control group.</summary>
    Cgroup = 128,
}
