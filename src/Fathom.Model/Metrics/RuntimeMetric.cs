namespace Fathom.Model.Metrics;

/// <summary>A figure that a runtime tells of itself. "Total" ones count from the start of the session.</summary>
public enum RuntimeMetric
{
    /// <summary>Bytes of managed objects, as the garbage collector counts them.</summary>
    GcHeapBytes,

    /// <summary>Bytes that the garbage collector has committed.</summary>
    GcCommittedBytes,

    /// <summary>Bytes of generation 0 after the last collection.</summary>
    Gen0Bytes,

    /// <summary>Bytes of generation 1 after the last collection.</summary>
    Gen1Bytes,

    /// <summary>Bytes of generation 2 after the last collection.</summary>
    Gen2Bytes,

    /// <summary>Bytes of the large object heap after the last collection.</summary>
    LargeObjectBytes,

    /// <summary>Bytes of the pinned object heap after the last collection.</summary>
    PinnedObjectBytes,

    /// <summary>Share of the heap that is gaps, in percent.</summary>
    FragmentationPercent,

    /// <summary>Share of time in collections, in percent.</summary>
    TimeInGcPercent,

    /// <summary>Collections of generation 0 and above, total.</summary>
    Gen0Collections,

    /// <summary>Collections of generation 1 and above, total.</summary>
    Gen1Collections,

    /// <summary>Collections of generation 2, total.</summary>
    Gen2Collections,

    /// <summary>GC handles in use at the last collection that the session saw.</summary>
    HandleCount,

    /// <summary>Objects that were pinned at the last collection that the session saw.</summary>
    PinnedObjectCount,

    /// <summary>Objects that lived on only for their finalizer at the last collection that the session saw.</summary>
    FinalizationCount,

    /// <summary>Bytes allocated, total.</summary>
    AllocatedBytes,

    /// <summary>Exceptions thrown, total.</summary>
    Exceptions,

    /// <summary>Threads of the thread pool.</summary>
    ThreadPoolThreads,

    /// <summary>Work items that wait.</summary>
    ThreadPoolQueueLength,

    /// <summary>Work items that were finished, total.</summary>
    ThreadPoolCompletedItems,

    /// <summary>Times that a thread had to wait for a monitor, total.</summary>
    LockContentions,

    /// <summary>Timers that run.</summary>
    ActiveTimers,

    /// <summary>Assemblies that are loaded.</summary>
    Assemblies,

    /// <summary>Share of all processors that the process uses, in percent, as the runtime counts it.</summary>
    CpuPercent,
}
