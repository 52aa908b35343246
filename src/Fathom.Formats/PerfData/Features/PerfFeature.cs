namespace Fathom.Formats.PerfData.Features;

/// <summary>Sections that a recording can have beside its records, by the number of their bit.</summary>
public enum PerfFeature
{
    /// <summary>Descriptions of tracepoints.</summary>
    TracingData = 1,

    /// <summary>Build ids of files.</summary>
    BuildId = 2,

    /// <summary>Name of the machine.</summary>
    HostName = 3,

    /// <summary>Release of the kernel.</summary>
    OsRelease = 4,

    /// <summary>Version of perf.</summary>
    Version = 5,

    /// <summary>Architecture.</summary>
    Architecture = 6,

    /// <summary>Numbers of processors.</summary>
    CpuCount = 7,

    /// <summary>Model of the processor.</summary>
    CpuDescription = 8,

    /// <summary>The same by its numbers.</summary>
    CpuId = 9,

    /// <summary>Memory of the machine.</summary>
    TotalMemory = 10,

    /// <summary>Command line of perf.</summary>
    CommandLine = 11,

    /// <summary>Names and ids of events.</summary>
    EventDescription = 12,

    /// <summary>Cores and threads of the processors.</summary>
    CpuTopology = 13,

    /// <summary>Nodes of memory.</summary>
    NumaTopology = 14,

    /// <summary>A mark that samples have branches.</summary>
    BranchStack = 15,

    /// <summary>Names of kinds of events.</summary>
    PmuMappings = 16,

    /// <summary>Groups of events.</summary>
    GroupDescription = 17,

    /// <summary>Places of hardware traces.</summary>
    AuxTrace = 18,

    /// <summary>A mark that it is of <c>perf stat</c>.</summary>
    Stat = 19,

    /// <summary>Caches of the processors.</summary>
    Cache = 20,

    /// <summary>Times of the first and the last sample.</summary>
    SampleTime = 21,

    /// <summary>Blocks of memory.</summary>
    MemoryTopology = 22,

    /// <summary>Resolution of the clock.</summary>
    ClockId = 23,

    /// <summary>The recording is a folder.</summary>
    FolderFormat = 24,

    /// <summary>BPF programs.</summary>
    BpfPrograms = 25,

    /// <summary>Types of BPF programs.</summary>
    BpfTypes = 26,

    /// <summary>How records are compressed.</summary>
    Compressed = 27,

    /// <summary>What the processor can count.</summary>
    CpuPmuCapabilities = 28,

    /// <summary>A point of time on the recording's clock and on the wall.</summary>
    ClockData = 29,

    /// <summary>Kinds of cores.</summary>
    HybridTopology = 30,

    /// <summary>What each kind of event can do.</summary>
    PmuCapabilities = 31,
}
