namespace Fathom.Formats.PerfData.Records;

/// <summary>Kinds of record: below 64 the kernel writes them, from 64 on the perf program.</summary>
public enum PerfRecordType
{
    /// <summary>A file was mapped; see <see cref="Records.MappingRecord"/>.</summary>
    Mmap = 1,

    /// <summary>Records were lost; see <see cref="Records.LostRecord"/>.</summary>
    Lost = 2,

    /// <summary>A thread got a name; see <see cref="Records.CommRecord"/>.</summary>
    Comm = 3,

    /// <summary>A thread ended; see <see cref="Records.TaskRecord"/>.</summary>
    Exit = 4,

    /// <summary>An event was stopped because it came too often; see <see cref="Records.ThrottleRecord"/>.</summary>
    Throttle = 5,

    /// <summary>An event goes on.</summary>
    Unthrottle = 6,

    /// <summary>A thread began; see <see cref="Records.TaskRecord"/>.</summary>
    Fork = 7,

    /// <summary>Counts of a thread at its end.</summary>
    Read = 8,

    /// <summary>A sample; see <see cref="PerfSample"/>.</summary>
    Sample = 9,

    /// <summary>A file was mapped, with its inode or its build id; see <see cref="Records.MappingRecord"/>.</summary>
    Mmap2 = 10,

    /// <summary>Data came into the area of hardware traces; see <see cref="Records.AuxRecord"/>.</summary>
    Aux = 11,

    /// <summary>A hardware trace began; see <see cref="Records.InstructionTraceRecord"/>.</summary>
    InstructionTraceStart = 12,

    /// <summary>Samples were lost; see <see cref="Records.LostRecord"/>.</summary>
    LostSamples = 13,

    /// <summary>A thread was switched in or out; see <see cref="Records.SwitchRecord"/>.</summary>
    Switch = 14,

    /// <summary>The same with the other thread; see <see cref="Records.SwitchRecord"/>.</summary>
    SwitchCpuWide = 15,

    /// <summary>Namespaces of a thread; see <see cref="Records.NamespacesRecord"/>.</summary>
    Namespaces = 16,

    /// <summary>Code of the kernel came or went; see <see cref="Records.KernelSymbolRecord"/>.</summary>
    KernelSymbol = 17,

    /// <summary>A BPF program came or went; see <see cref="Records.BpfRecord"/>.</summary>
    Bpf = 18,

    /// <summary>A control group got a path; see <see cref="Records.CgroupRecord"/>.</summary>
    Cgroup = 19,

    /// <summary>Code of the kernel was changed; see <see cref="Records.TextPokeRecord"/>.</summary>
    TextPoke = 20,

    /// <summary>Number of an event within a hardware trace; see <see cref="Records.AuxHardwareIdRecord"/>.</summary>
    AuxOutputHardwareId = 21,

    /// <summary>The user part of a call chain whose kernel part was a sample; see <see cref="Records.DeferredCallchainRecord"/>.</summary>
    DeferredCallchain = 22,

    /// <summary>Attributes of an event with its ids.</summary>
    HeaderAttribute = 64,

    /// <summary>Name of an event; no longer written.</summary>
    HeaderEventType = 65,

    /// <summary>Descriptions of tracepoints; they follow the record.</summary>
    HeaderTracingData = 66,

    /// <summary>Build id of a file.</summary>
    HeaderBuildId = 67,

    /// <summary>Every buffer was read once since the last of these.</summary>
    FinishedRound = 68,

    /// <summary>Processor and thread of each id; see <see cref="RecordingScope"/>.</summary>
    IdIndex = 69,

    /// <summary>Kind of a hardware trace.</summary>
    AuxTraceInfo = 70,

    /// <summary>A piece of a hardware trace; it follows the record.</summary>
    AuxTrace = 71,

    /// <summary>An error of a hardware trace.</summary>
    AuxTraceError = 72,

    /// <summary>Threads that were asked for.</summary>
    ThreadMap = 73,

    /// <summary>Processors that were asked for.</summary>
    CpuMap = 74,

    /// <summary>Options of <c>perf stat</c>.</summary>
    StatConfig = 75,

    /// <summary>Counts of <c>perf stat</c>.</summary>
    Stat = 76,

    /// <summary>An interval of <c>perf stat</c>.</summary>
    StatRound = 77,

    /// <summary>Name, unit or scale of an event.</summary>
    EventUpdate = 78,

    /// <summary>From the cycle counter to the clock.</summary>
    TimeConversion = 79,

    /// <summary>A feature section, within a pipe.</summary>
    HeaderFeature = 80,

    /// <summary>Compressed records.</summary>
    Compressed = 81,

    /// <summary>All that perf itself made up at the start has come.</summary>
    FinishedInit = 82,

    /// <summary>Compressed records with their length, padded to 8 bytes.</summary>
    Compressed2 = 83,

    /// <summary>Variables of a BPF program.</summary>
    BpfMetadata = 84,

    /// <summary>Scheduler statistics of a processor.</summary>
    SchedulerStatisticsCpu = 85,

    /// <summary>Scheduler statistics of a domain.</summary>
    SchedulerStatisticsDomain = 86,
}
