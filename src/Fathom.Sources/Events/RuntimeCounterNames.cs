using Fathom.Model.Metrics;

namespace Fathom.Sources.Events;

/// <summary>The counters of <c>System.Runtime</c> and the metrics that they are.</summary>
internal static class RuntimeCounterNames
{
    private const double Million = 1_000_000;

    private static readonly Dictionary<string, (RuntimeMetric Metric, double Factor)>.AlternateLookup<ReadOnlySpan<char>> s_metrics =
        new Dictionary<string, (RuntimeMetric, double)>
        {
            // These two are told in millions of bytes, with a fraction.
            ["gc-heap-size"] = (RuntimeMetric.GcHeapBytes, Million),
            ["gc-committed"] = (RuntimeMetric.GcCommittedBytes, Million),
            ["gen-0-size"] = (RuntimeMetric.Gen0Bytes, 1),
            ["gen-1-size"] = (RuntimeMetric.Gen1Bytes, 1),
            ["gen-2-size"] = (RuntimeMetric.Gen2Bytes, 1),
            ["loh-size"] = (RuntimeMetric.LargeObjectBytes, 1),
            ["poh-size"] = (RuntimeMetric.PinnedObjectBytes, 1),
            ["gc-fragmentation"] = (RuntimeMetric.FragmentationPercent, 1),
            ["time-in-gc"] = (RuntimeMetric.TimeInGcPercent, 1),
            ["gen-0-gc-count"] = (RuntimeMetric.Gen0Collections, 1),
            ["gen-1-gc-count"] = (RuntimeMetric.Gen1Collections, 1),
            ["gen-2-gc-count"] = (RuntimeMetric.Gen2Collections, 1),
            ["alloc-rate"] = (RuntimeMetric.AllocatedBytes, 1),
            ["exception-count"] = (RuntimeMetric.Exceptions, 1),
            ["threadpool-thread-count"] = (RuntimeMetric.ThreadPoolThreads, 1),
            ["threadpool-queue-length"] = (RuntimeMetric.ThreadPoolQueueLength, 1),
            ["threadpool-completed-items-count"] = (RuntimeMetric.ThreadPoolCompletedItems, 1),
            ["monitor-lock-contention-count"] = (RuntimeMetric.LockContentions, 1),
            ["active-timer-count"] = (RuntimeMetric.ActiveTimers, 1),
            ["assembly-count"] = (RuntimeMetric.Assemblies, 1),
            ["cpu-usage"] = (RuntimeMetric.CpuPercent, 1),
        }.GetAlternateLookup<ReadOnlySpan<char>>();

    /// <summary>The metric of a counter and what to multiply its value with; null for a counter that is no metric.</summary>
    public static RuntimeMetric? Find(ReadOnlySpan<char> counter, out double factor)
    {
        bool isKnown = s_metrics.TryGetValue(counter, out (RuntimeMetric Metric, double Factor) found);
        factor = found.Factor;
        return isKnown ? found.Metric : null;
    }
}
