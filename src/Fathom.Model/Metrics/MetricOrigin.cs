namespace Fathom.Model.Metrics;

/// <summary>The files and calls that metrics come from; only those are read that a wanted metric needs. From <see cref="Collections"/> on, only a watch has them.</summary>
public enum MetricOrigin
{
    /// <summary><c>status</c>: some 0.1 ms.</summary>
    Status,

    /// <summary><c>stat</c>; also tells whether it is still the same process, so it is always read.</summary>
    Stat,

    /// <summary>The process's own CPU clock: exact, unlike the ticks of <c>stat</c>.</summary>
    CpuClock,

    /// <summary>The number of entries of <c>fd</c>.</summary>
    Descriptors,

    /// <summary><c>maps</c>: 10 ms for 40,000 mappings.</summary>
    Maps,

    /// <summary><c>smaps_rollup</c>: the kernel walks all pages, 13 ms for 2 GB.</summary>
    Rollup,

    /// <summary>Files of the control group.</summary>
    Cgroup,

    /// <summary>The garbage collector's records of its segments, in the memory of the process.</summary>
    ManagedHeap,

    /// <summary>The garbage collector's counts of its collections, in the memory of the process.</summary>
    Collections,

    /// <summary>Heads of malloc's blocks, in the memory of the process: some 70 ns for each.</summary>
    Malloc,

    /// <summary>What the runtime tells of itself in an event session.</summary>
    Events,

    /// <summary>The event session of the watch.</summary>
    EventSession,

    /// <summary>The machine that the process runs on.</summary>
    Machine,

    /// <summary>What the program tells of itself in an event session: its meters and counters.</summary>
    Own,
}
