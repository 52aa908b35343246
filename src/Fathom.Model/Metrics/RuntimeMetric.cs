using System.Diagnostics.CodeAnalysis;

namespace Fathom.Model.Metrics;

/// <summary>
/// A figure that a runtime tells of itself, by a counter of <c>System.Runtime</c> or by the heap statistics of a collection. Each is declared once. "Total" ones count
/// from the start of the session.
/// </summary>
public sealed class RuntimeMetric
{
    // Told in millions of bytes, with a fraction.
    private const double Million = 1_000_000;

    private static readonly List<RuntimeMetric> s_all = [];

    private RuntimeMetric(int place, string name, string? counter, double factor) => (Place, Name, Counter, Factor) = (place, name, counter, factor);

    /// <summary>Bytes of managed objects, as the garbage collector counts them.</summary>
    public static RuntimeMetric GcHeapBytes { get; } = Add("gc_heap_bytes", "gc-heap-size", Million);

    /// <summary>Bytes that the garbage collector has committed.</summary>
    public static RuntimeMetric GcCommittedBytes { get; } = Add("gc_committed_bytes", "gc-committed", Million);

    /// <summary>Bytes of generation 0 after the last collection.</summary>
    public static RuntimeMetric Gen0Bytes { get; } = Add("gen0_bytes", "gen-0-size");

    /// <summary>Bytes of generation 1 after the last collection.</summary>
    public static RuntimeMetric Gen1Bytes { get; } = Add("gen1_bytes", "gen-1-size");

    /// <summary>Bytes of generation 2 after the last collection.</summary>
    public static RuntimeMetric Gen2Bytes { get; } = Add("gen2_bytes", "gen-2-size");

    /// <summary>Bytes of the large object heap after the last collection.</summary>
    public static RuntimeMetric LargeObjectBytes { get; } = Add("large_object_bytes", "loh-size");

    /// <summary>Bytes of the pinned object heap after the last collection.</summary>
    public static RuntimeMetric PinnedObjectBytes { get; } = Add("pinned_object_bytes", "poh-size");

    /// <summary>Share of the heap that is gaps, in percent.</summary>
    public static RuntimeMetric FragmentationPercent { get; } = Add("fragmentation_percent", "gc-fragmentation");

    /// <summary>Share of time in collections, in percent.</summary>
    public static RuntimeMetric TimeInGcPercent { get; } = Add("time_in_gc_percent", "time-in-gc");

    /// <summary>Collections of generation 0 and above, total.</summary>
    public static RuntimeMetric Gen0Collections { get; } = Add("gen0_collections", "gen-0-gc-count");

    /// <summary>Collections of generation 1 and above, total.</summary>
    public static RuntimeMetric Gen1Collections { get; } = Add("gen1_collections", "gen-1-gc-count");

    /// <summary>Collections of generation 2, total.</summary>
    public static RuntimeMetric Gen2Collections { get; } = Add("gen2_collections", "gen-2-gc-count");

    /// <summary>GC handles in use at the last collection that the session saw.</summary>
    public static RuntimeMetric HandleCount { get; } = Add("handle_count");

    /// <summary>Objects that were pinned at the last collection that the session saw.</summary>
    public static RuntimeMetric PinnedObjectCount { get; } = Add("pinned_object_count");

    /// <summary>Objects that lived on only for their finalizer at the last collection that the session saw.</summary>
    public static RuntimeMetric FinalizationCount { get; } = Add("finalization_count");

    /// <summary>Bytes allocated, total.</summary>
    public static RuntimeMetric AllocatedBytes { get; } = Add("allocated_bytes", "alloc-rate");

    /// <summary>Exceptions thrown, total.</summary>
    public static RuntimeMetric Exceptions { get; } = Add("exceptions", "exception-count");

    /// <summary>Threads of the thread pool.</summary>
    public static RuntimeMetric ThreadPoolThreads { get; } = Add("thread_pool_threads", "threadpool-thread-count");

    /// <summary>Work items that wait.</summary>
    public static RuntimeMetric ThreadPoolQueueLength { get; } = Add("thread_pool_queue_length", "threadpool-queue-length");

    /// <summary>Work items that were finished, total.</summary>
    public static RuntimeMetric ThreadPoolCompletedItems { get; } = Add("thread_pool_completed_items", "threadpool-completed-items-count");

    /// <summary>Times that a thread had to wait for a monitor, total.</summary>
    public static RuntimeMetric LockContentions { get; } = Add("lock_contentions", "monitor-lock-contention-count");

    /// <summary>Timers that run.</summary>
    public static RuntimeMetric ActiveTimers { get; } = Add("active_timers", "active-timer-count");

    /// <summary>Assemblies that are loaded.</summary>
    public static RuntimeMetric Assemblies { get; } = Add("assemblies", "assembly-count");

    /// <summary>Share of all processors that the process uses, in percent, as the runtime counts it.</summary>
    public static RuntimeMetric CpuPercent { get; } = Add("cpu_percent", "cpu-usage");

    /// <summary>All, in the order of the values of one moment.</summary>
    public static IReadOnlyList<RuntimeMetric> All => s_all;

    private static readonly Dictionary<string, RuntimeMetric>.AlternateLookup<ReadOnlySpan<char>> s_counters =
        s_all.Where(static metric => metric.Counter is not null).ToDictionary(static metric => metric.Counter!).GetAlternateLookup<ReadOnlySpan<char>>();

    /// <summary>Its place among the values of one moment.</summary>
    public int Place { get; }

    /// <summary>What recordings call it.</summary>
    public string Name { get; }

    /// <summary>The counter that tells it; null for one that only a collection tells.</summary>
    public string? Counter { get; }

    /// <summary>What a value of the counter is multiplied with.</summary>
    public double Factor { get; }

    /// <summary>The metric of a counter; false for a counter that is no metric.</summary>
    public static bool TryFind(ReadOnlySpan<char> counter, [NotNullWhen(true)] out RuntimeMetric? metric) => s_counters.TryGetValue(counter, out metric);

    /// <inheritdoc/>
    public override string ToString() => Name;

    private static RuntimeMetric Add(string name, string? counter = null, double factor = 1)
    {
        RuntimeMetric metric = new(s_all.Count, name, counter, factor);
        s_all.Add(metric);
        return metric;
    }
}
