namespace Fathom.Model.Metrics;

/// <summary>A figure of a running process that can be read again and again. <see cref="MetricCatalog"/> has names and units.</summary>
public enum ProcessMetric
{
    /// <summary>Resident bytes (VmRSS).</summary>
    RssBytes,

    /// <summary>Resident bytes of no file (RssAnon).</summary>
    RssAnonBytes,

    /// <summary>Resident bytes of files (RssFile).</summary>
    RssFileBytes,

    /// <summary>Resident bytes of shared memory (RssShmem).</summary>
    RssShmemBytes,

    /// <summary>Bytes in swap (VmSwap).</summary>
    SwapBytes,

    /// <summary>Bytes of page tables (VmPTE).</summary>
    PageTableBytes,

    /// <summary>Address space, bytes (VmSize).</summary>
    VirtualBytes,

    /// <summary>Threads.</summary>
    Threads,

    /// <summary>CPU time of all threads since the sample before, in percent of one processor: 200 is two busy ones.</summary>
    CpuPercent,

    /// <summary>CPU time of all threads since the start, nanoseconds.</summary>
    CpuNs,

    /// <summary>Page faults since the start that had to wait for a disk.</summary>
    MajorFaults,

    /// <summary>Page faults since the start that did not.</summary>
    MinorFaults,

    /// <summary>File descriptors in use; one that a thread waiting in accept has reserved counts on newer kernels.</summary>
    Fds,

    /// <summary>Mappings (VMAs).</summary>
    Vmas,

    /// <summary>Resident bytes, shared pages divided by their users (smaps_rollup).</summary>
    PssBytes,

    /// <summary>Bytes of managed objects and the free blocks between them.</summary>
    ManagedBytes,

    /// <summary>Bytes that the GC has committed for managed objects.</summary>
    ManagedCommittedBytes,

    /// <summary>Bytes of generation 0.</summary>
    Gen0Bytes,

    /// <summary>Bytes of generation 1.</summary>
    Gen1Bytes,

    /// <summary>Bytes of generation 2.</summary>
    Gen2Bytes,

    /// <summary>Bytes of the large object heap.</summary>
    LohBytes,

    /// <summary>Bytes of the pinned object heap.</summary>
    PohBytes,

    /// <summary>Bytes charged to the control group of the process, page cache included: what a limit of a container is compared with.</summary>
    CgroupBytes,

    /// <summary>Bytes of page cache charged to the control group, tmpfs included; the kernel takes most of it back when it needs memory.</summary>
    CgroupCacheBytes,
}
