using Fathom.Model.Results;

namespace Fathom.Model.Metrics;

/// <summary>
/// The metrics of a process, declared once each: their order is that of the columns of a watch. One that its origin tells already is a declaration here and nothing else.
/// </summary>
public static class MetricCatalog
{
    private static readonly List<ProcessMetric> s_all = [];

    /// <summary>Resident bytes (VmRSS).</summary>
    public static ProcessMetric RssBytes { get; } = Add("rss_bytes", ColumnUnit.Bytes, MetricOrigin.Status, key: "VmRSS");

    /// <summary>Resident bytes of no file (RssAnon).</summary>
    public static ProcessMetric RssAnonBytes { get; } = Add("rss_anon_bytes", ColumnUnit.Bytes, MetricOrigin.Status, key: "RssAnon");

    /// <summary>Resident bytes of files (RssFile).</summary>
    public static ProcessMetric RssFileBytes { get; } = Add("rss_file_bytes", ColumnUnit.Bytes, MetricOrigin.Status, key: "RssFile");

    /// <summary>Resident bytes of shared memory (RssShmem).</summary>
    public static ProcessMetric RssShmemBytes { get; } = Add("rss_shmem_bytes", ColumnUnit.Bytes, MetricOrigin.Status, key: "RssShmem");

    /// <summary>Bytes in swap (VmSwap).</summary>
    public static ProcessMetric SwapBytes { get; } = Add("swap_bytes", ColumnUnit.Bytes, MetricOrigin.Status, key: "VmSwap");

    /// <summary>Bytes of page tables (VmPTE).</summary>
    public static ProcessMetric PageTableBytes { get; } = Add("page_table_bytes", ColumnUnit.Bytes, MetricOrigin.Status, key: "VmPTE");

    /// <summary>Address space, bytes (VmSize).</summary>
    public static ProcessMetric VirtualBytes { get; } = Add("virtual_bytes", ColumnUnit.Bytes, MetricOrigin.Status, key: "VmSize");

    /// <summary>Threads.</summary>
    public static ProcessMetric Threads { get; } = Add("threads", ColumnUnit.Count, MetricOrigin.Status, key: "Threads");

    /// <summary>CPU time of all threads since the sample before, in percent of one processor: 200 is two busy ones.</summary>
    public static ProcessMetric CpuPercent { get; } = Add("cpu_percent", ColumnUnit.Percent, MetricOrigin.CpuClock);

    /// <summary>CPU time of all threads since the start, nanoseconds.</summary>
    public static ProcessMetric CpuNs { get; } = Add("cpu_ns", ColumnUnit.Nanoseconds, MetricOrigin.CpuClock);

    /// <summary>Page faults since the start that had to wait for a disk.</summary>
    public static ProcessMetric MajorFaults { get; } = Add("major_faults", ColumnUnit.Count, MetricOrigin.Stat);

    /// <summary>Page faults since the start that did not.</summary>
    public static ProcessMetric MinorFaults { get; } = Add("minor_faults", ColumnUnit.Count, MetricOrigin.Stat);

    /// <summary>File descriptors in use; one that a thread waiting in accept has reserved counts on newer kernels.</summary>
    public static ProcessMetric Fds { get; } = Add("fds", ColumnUnit.Count, MetricOrigin.Descriptors);

    /// <summary>Mappings (VMAs).</summary>
    public static ProcessMetric Vmas { get; } = Add("vmas", ColumnUnit.Count, MetricOrigin.Maps, MetricCost.GrowsWithProcess);

    /// <summary>Resident bytes, shared pages divided by their users (smaps_rollup).</summary>
    public static ProcessMetric PssBytes { get; } = Add("pss_bytes", ColumnUnit.Bytes, MetricOrigin.Rollup, MetricCost.GrowsWithProcess, key: "Pss");

    /// <summary>Bytes of managed objects and the free blocks between them.</summary>
    public static ProcessMetric ManagedBytes { get; } = Add("managed_bytes", ColumnUnit.Bytes, MetricOrigin.ManagedHeap, MetricCost.GrowsWithProcess, told: RuntimeMetric.GcHeapBytes);

    /// <summary>Bytes that the GC has committed for managed objects.</summary>
    public static ProcessMetric ManagedCommittedBytes { get; } =
        Add("managed_committed_bytes", ColumnUnit.Bytes, MetricOrigin.ManagedHeap, MetricCost.GrowsWithProcess, told: RuntimeMetric.GcCommittedBytes);

    /// <summary>Bytes of generation 0.</summary>
    public static ProcessMetric Gen0Bytes { get; } = Add("gen0_bytes", ColumnUnit.Bytes, MetricOrigin.ManagedHeap, MetricCost.GrowsWithProcess, told: RuntimeMetric.Gen0Bytes);

    /// <summary>Bytes of generation 1.</summary>
    public static ProcessMetric Gen1Bytes { get; } = Add("gen1_bytes", ColumnUnit.Bytes, MetricOrigin.ManagedHeap, MetricCost.GrowsWithProcess, told: RuntimeMetric.Gen1Bytes);

    /// <summary>Bytes of generation 2.</summary>
    public static ProcessMetric Gen2Bytes { get; } = Add("gen2_bytes", ColumnUnit.Bytes, MetricOrigin.ManagedHeap, MetricCost.GrowsWithProcess, told: RuntimeMetric.Gen2Bytes);

    /// <summary>Bytes of the large object heap.</summary>
    public static ProcessMetric LohBytes { get; } = Add("loh_bytes", ColumnUnit.Bytes, MetricOrigin.ManagedHeap, MetricCost.GrowsWithProcess, told: RuntimeMetric.LargeObjectBytes);

    /// <summary>Bytes of the pinned object heap.</summary>
    public static ProcessMetric PohBytes { get; } = Add("poh_bytes", ColumnUnit.Bytes, MetricOrigin.ManagedHeap, MetricCost.GrowsWithProcess, told: RuntimeMetric.PinnedObjectBytes);

    /// <summary>Resident bytes of malloc's blocks that are in use.</summary>
    public static ProcessMetric MallocInUseBytes { get; } = Add("malloc_in_use_bytes", ColumnUnit.Bytes, MetricOrigin.Malloc, MetricCost.GrowsWithProcess);

    /// <summary>Resident bytes that malloc keeps free.</summary>
    public static ProcessMetric MallocFreeBytes { get; } = Add("malloc_free_bytes", ColumnUnit.Bytes, MetricOrigin.Malloc, MetricCost.GrowsWithProcess);

    /// <summary>Bytes charged to the control group of the process, page cache included: what a limit of a container is compared with.</summary>
    public static ProcessMetric CgroupBytes { get; } = Add("cgroup_bytes", ColumnUnit.Bytes, MetricOrigin.Cgroup, MetricCost.GrowsWithProcess);

    /// <summary>Bytes of page cache charged to the control group, tmpfs included; the kernel takes most of it back when it needs memory.</summary>
    public static ProcessMetric CgroupCacheBytes { get; } = Add("cgroup_cache_bytes", ColumnUnit.Bytes, MetricOrigin.Cgroup, MetricCost.GrowsWithProcess);

    /// <summary>GC handles in use after the last collection.</summary>
    public static ProcessMetric GcHandles { get; } = Add("gc_handles", ColumnUnit.Count, MetricOrigin.Events, told: RuntimeMetric.HandleCount);

    /// <summary>Share of time in collections.</summary>
    public static ProcessMetric TimeInGcPercent { get; } = Add("time_in_gc_percent", ColumnUnit.Percent, MetricOrigin.Events, told: RuntimeMetric.TimeInGcPercent);

    /// <summary>Threads of the thread pool.</summary>
    public static ProcessMetric ThreadPoolThreads { get; } = Add("thread_pool_threads", ColumnUnit.Count, MetricOrigin.Events, told: RuntimeMetric.ThreadPoolThreads);

    /// <summary>Work items that wait.</summary>
    public static ProcessMetric ThreadPoolQueue { get; } = Add("thread_pool_queue", ColumnUnit.Count, MetricOrigin.Events, told: RuntimeMetric.ThreadPoolQueueLength);

    /// <summary>Timers that run.</summary>
    public static ProcessMetric Timers { get; } = Add("timers", ColumnUnit.Count, MetricOrigin.Events, told: RuntimeMetric.ActiveTimers);

    /// <summary>Assemblies that are loaded.</summary>
    public static ProcessMetric Assemblies { get; } = Add("assemblies", ColumnUnit.Count, MetricOrigin.Events, told: RuntimeMetric.Assemblies);

    /// <summary>Collections of generation 0 since the start, those of older ones included.</summary>
    public static ProcessMetric Gen0Collections { get; } = Add("gen0_collections", ColumnUnit.Count, MetricOrigin.Collections, MetricCost.GrowsWithProcess);

    /// <summary>Collections of generation 1 since the start, those of older ones included.</summary>
    public static ProcessMetric Gen1Collections { get; } = Add("gen1_collections", ColumnUnit.Count, MetricOrigin.Collections, MetricCost.GrowsWithProcess);

    /// <summary>Collections of generation 2 since the start.</summary>
    public static ProcessMetric Gen2Collections { get; } = Add("gen2_collections", ColumnUnit.Count, MetricOrigin.Collections, MetricCost.GrowsWithProcess);

    /// <summary>1 where an event session runs for the watch.</summary>
    public static ProcessMetric EventSessions { get; } = Add("event_sessions", ColumnUnit.Count, MetricOrigin.EventSession);

    /// <summary>Share of the last ten seconds in which some task of the machine waited for memory.</summary>
    public static ProcessMetric MachineMemoryPressurePercent { get; } = Add("machine_memory_pressure_percent", ColumnUnit.Percent, MetricOrigin.Machine);

    /// <summary>All, in the order of the values of a sample.</summary>
    public static IReadOnlyList<ProcessMetric> All => s_all;

    /// <summary>Those that can be read at any moment, without a watch: triggers of dumps know them.</summary>
    public static IReadOnlyList<ProcessMetric> OfTriggers { get; } = [.. s_all.Where(static metric => metric.Origin < MetricOrigin.Collections)];

    /// <summary>One column per metric, in that order.</summary>
    public static IReadOnlyList<ResultColumn> Columns { get; } = [.. s_all.Select(static metric => metric.Column)];

    /// <summary>The names, in that order.</summary>
    public static IReadOnlyList<string> Names { get; } = [.. s_all.Select(static metric => metric.Name)];

    /// <summary>How many metrics there are: the length of an array of values.</summary>
    public static int Count => s_all.Count;

    /// <summary>Those of an origin, in that order.</summary>
    public static IEnumerable<ProcessMetric> Of(MetricOrigin origin) => s_all.Where(metric => metric.Origin == origin);

    /// <summary>The metric of a name, of those that triggers know.</summary>
    /// <param name="name">The name as the user wrote it.</param>
    /// <param name="where">Where it was written, for the message: "in '--when rss_byte=1GiB..'".</param>
    /// <exception cref="FathomException">There is none (<see cref="ExitCode.Usage"/>); the next step lists those there are.</exception>
    public static ProcessMetric Find(string name, string where)
    {
        if (OfTriggers.FirstOrDefault(metric => metric.Name == name) is { } found)
            return found;
        string all = string.Join(", ", OfTriggers.Select(static metric => metric.Name));
        string? near = NearMiss.Find(name, OfTriggers.Select(static metric => metric.Name));
        throw FathomException.Usage(
            $"There is no metric '{name}' {where}.", near is null ? $"the metrics are {all}" : $"did you mean '{near}'? The metrics are {all}");
    }

    private static ProcessMetric Add(string name, ColumnUnit unit, MetricOrigin origin, MetricCost cost = MetricCost.Small, string? key = null, RuntimeMetric? told = null)
    {
        ProcessMetric metric = new(s_all.Count, new ResultColumn(name, CellKind.Real, unit), origin, cost) { Key = key, Told = told };
        s_all.Add(metric);
        return metric;
    }
}
