using System.Globalization;
using Fathom.Model.Counters;
using Fathom.Model.Machine;
using Fathom.Model.Memory;
using Fathom.Model.Stacks;
using Fathom.Model.Traces;
using Fathom.Model.Windows;

namespace Fathom.Query.Time;

/// <summary>The verbs on traces.</summary>
public static class TraceVerbs
{
    // Fathom's own recorder comes first: it records what all of these verbs need.
    private const string Recorded = "fathom record PID --duration 10s --save NAME.fathom";
    private const string Started = "fathom record --save NAME.fathom -- PROGRAM";
    private const string Machine = "fathom record --duration 10s --save NAME.fathom, or: perf record -a";
    private const string Samples = $"{Recorded}, or: perf record -a -g -k CLOCK_MONOTONIC -e cpu-clock";
    private const string Sampled = "dotnet-trace collect --profile dotnet-sampled-thread-time";
    private const string Switches = $"{Recorded}, or: perf record -a -g -k CLOCK_MONOTONIC -e sched:sched_switch -e sched:sched_waking";
    private const string Thrown = $"{Recorded}, or: dotnet-trace collect -p PID --providers Microsoft-Windows-DotNETRuntime:0x8000:4";

    private const string FilesRecorded = $"fathom record PID --profile {FileProfile} --duration 10s --save NAME.fathom";
    private const string NetworkRecorded = $"fathom record PID --profile {NetworkProfile} --duration 10s --save NAME.fathom";
    private const string FaultsRecorded = $"fathom record PID --profile {FaultProfile} --duration 10s --save NAME.fathom";
    private const string CallsRecorded = $"fathom record PID --profile {CallProfile} --duration 10s --save NAME.fathom";
    private const string CountersRecorded = "perf record -g -k CLOCK_MONOTONIC -e cycles,instructions,cache-references,cache-misses -p PID";

    private static readonly string s_interruptsRecorded = $"on Windows: {WindowsHints.Of("interrupts")}";

    /// <summary>The profile of <c>fathom record</c> that records file calls.</summary>
    public const string FileProfile = "io";

    private const string NetworkProfile = "net";
    private const string FaultProfile = "faults";
    private const string CallProfile = "syscalls";

    /// <summary>Processor time.</summary>
    public static TraceVerb Cpu { get; } = new("cpu", "cpu_sample", "samples")
    {
        HasWindows = true,
        Live = LiveNeed.Kernel,
        SumsIn = MethodCpuRow.Schema.Name,
        RecordWith = Samples,
        NoRows = static (facts, _) => TraceVerb.IsEvents(facts)
            ? $"the trace has no sample of a thread in managed code: the recorder did not request them, or the program is NativeAOT, which has none ({Recorded}, or, but for NativeAOT: {Sampled})"
            : $"the trace has no clock samples ({Samples})",
    };

    /// <summary>Waits.</summary>
    public static TraceVerb Waits { get; } = new("waits", "thread_wait", "waits")
    {
        HasWindows = true,
        Live = LiveNeed.KernelIfAllowed,
        SumsIn = MethodWaitRow.Schema.Name,
        RecordWith = Switches,
        Refusal = static facts => facts.NoWaits,
        NoRows = static (_, _) => "no thread waited within the trace",
    };

    /// <summary>Processes.</summary>
    public static TraceVerb Processes { get; } = new("processes", "process", "processes")
    {
        HasWindows = true,
        Aside = [MachineFactRow.Schema.Name, MemorySampleRow.Schema.Name],
        RecordWith = Machine,
    };

    /// <summary>Figures of the machine.</summary>
    public static TraceVerb MachineOverTime { get; } = new("machine", MachineSampleRow.Schema.Name, "figures")
    {
        HasWindows = true,
        Live = LiveNeed.KernelIfAllowed,
        RecordWith = Recorded,
        Refusal = static facts => facts.HasFigures ? null
            : facts.IsOfWindows ? "A Windows trace has the events of the machine, and not its figures over time, such as free memory and load."
            : "The recording does not tell what the machine did over time: an earlier version of Fathom made it, or another tool.",
    };

    /// <summary>Threads.</summary>
    public static TraceVerb Threads { get; } = new("threads", "thread_life", "threads")
    {
        HasWindows = true,
        Live = LiveNeed.Kernel,
        RecordWith = Machine,
    };

    /// <summary>Events and their cost, which are always kept; each event can be left out.</summary>
    public static TraceVerb Events { get; } = new("events", "trace_event", "kinds of events")
    {
        HasWindows = true,
        Needs = [],
        RecordWith = Machine,
    };

    /// <summary>Garbage collections.</summary>
    public static TraceVerb Gc { get; } = new("gc", "gc", "collections")
    {
        HasWindows = true,
        Live = LiveNeed.Runtime,
        IsOfEvents = true,
        RecordWith = $"{Recorded}, or: dotnet-trace collect -p PID --profile gc-collect",
        NoRows = static (facts, isWhole) => IsAsked(facts)
            ? $"no garbage collection ended {Within(isWhole)}"
            : "the trace has no garbage collection: either there was none, or the recorder did not request these events (keyword 0x1 of Microsoft-Windows-DotNETRuntime)",
    };

    /// <summary>Allocations.</summary>
    public static TraceVerb Allocs { get; } = new("allocs", "allocation_sample", "samples of allocations")
    {
        HasWindows = true,
        Live = LiveNeed.Runtime,
        IsOfEvents = true,
        RecordWith = $"{Recorded}, or: dotnet-trace collect -p PID --providers Microsoft-Windows-DotNETRuntime:0x80000000000:4",
        NoRows = static (facts, isWhole) => IsAsked(facts)
            ? $"no allocation was sampled {Within(isWhole)}: runtimes sample allocations from .NET 10 on, one per 100 KB"
            : "the trace has no samples of allocations: the recorder did not request them "
                + "(keyword 0x80000000000 of Microsoft-Windows-DotNETRuntime, before .NET 10: 0x1 at level 5)",
    };

    /// <summary>Exceptions.</summary>
    public static TraceVerb Exceptions { get; } = new("exceptions", "exception_thrown", "throws")
    {
        HasWindows = true,
        Aside = [ThreadLifeRow.Schema.Name, ThreadSliceRow.Schema.Name],
        Live = LiveNeed.Runtime,
        IsOfEvents = true,
        RecordWith = Thrown,
        NoRows = static (facts, isWhole) => IsAsked(facts)
            ? $"no exception was thrown {Within(isWhole)}"
            : "the trace has no exception: either there was none, or the recorder did not request these events (keyword 0x8000 of Microsoft-Windows-DotNETRuntime)",
    };

    /// <summary>HTTP requests.</summary>
    public static TraceVerb Requests { get; } = new("requests", "request", "requests")
    {
        HasWindows = true,
        Live = LiveNeed.Requests,
        IsOfEvents = true,
        RecordWith = $"{Recorded}, or: dotnet-trace collect -p PID --providers Microsoft-AspNetCore-Server-Kestrel:0xffffffffffffffff:4",
        NoRows = static (facts, _) => IsAsked(facts)
            ? "the recording has no such request: either none began, or the runtime is older than .NET 8 (record with --requests); those that programs send need --events System.Net.Http"
            : "the trace has no request: either there was none, or the recorder did not request these events (Microsoft-AspNetCore-Server-Kestrel)",
    };

    /// <summary>Starts of programs.</summary>
    public static TraceVerb Startup { get; } = new("startup", "assembly_load", "loaded assemblies")
    {
        Live = LiveNeed.KernelIfAllowed,
        Aside = [ThreadLifeRow.Schema.Name],
        IsOfEvents = true,
        RecordWith = $"{Started}, or: dotnet-trace collect --providers Microsoft-Windows-DotNETRuntime:0x18:5 -- PROGRAM",
        NoRows = static (_, _) => "no program began while it was recorded: " + Started,
        NoRowsOfWindows = "the trace does not tell how a program of .NET began",
    };

    /// <summary>Compiled methods.</summary>
    public static TraceVerb Jit { get; } = new("jit", "method_compiled", "compiled methods")
    {
        Live = LiveNeed.Runtime,
        HasWindows = true,
        IsOfEvents = true,
        RecordWith = $"{Started}, or: dotnet-trace collect -p PID --providers Microsoft-Windows-DotNETRuntime:0x10:5",
        NoRows = static (facts, isWhole) => IsAsked(facts)
            ? $"no method was compiled {Within(isWhole)}"
            : "the trace has no compiled method: either there was none, or the recorder did not request these events "
                + "(keyword 0x10 of Microsoft-Windows-DotNETRuntime at level 5)",
    };

    /// <summary>Counters of processors.</summary>
    public static TraceVerb Counters { get; } = new("counters", CounterSampleRow.Schema.Name, "samples of counters")
    {
        HasWindows = true,
        RecordWith = CountersRecorded,
        NoRows = static (_, _) => $"the trace has no sample of a counter: none was recorded ({CountersRecorded})",
    };

    /// <summary>Interrupts and deferred calls of Windows.</summary>
    public static TraceVerb Interrupts { get; } = new("interrupts", InterruptRow.Schema.Name, "interrupts")
    {
        HasWindows = true,
        RecordWith = s_interruptsRecorded,
        NoRows = static (_, _) => $"the trace has no interrupt: only traces of Windows have them, where they were recorded ({s_interruptsRecorded})",
    };

    /// <summary>Page faults.</summary>
    public static TraceVerb Faults { get; } = new("faults", PageFaultRow.Schema.Name, "page faults")
    {
        Live = LiveNeed.Profile,
        Profile = FaultProfile,
        HasWindows = true,
        RecordWith = FaultsRecorded,
        NoRows = static (_, _) => $"the trace has no page fault: either there was none, or they were not recorded ({FaultsRecorded})",
    };

    /// <summary>System calls.</summary>
    public static TraceVerb Syscalls { get; } = new("syscalls", SystemCallRow.Schema.Name, "system calls")
    {
        Live = LiveNeed.Profile,
        Profile = CallProfile,
        HasWindows = true,
        RecordWith = CallsRecorded,
        NoRows = static (_, _) => $"the trace has no system call: they were not recorded ({CallsRecorded})",
    };

    /// <summary>What programs ask of files.</summary>
    public static TraceVerb Files { get; } = new("files", "file_io", "file calls")
    {
        Live = LiveNeed.Profile,
        Profile = FileProfile,
        HasWindows = true,
        RecordWith = FilesRecorded,
        NoRows = static (facts, _) => facts.IsOwn
            ? $"no file call: either there was none, or they were not recorded (fathom record PID --profile {FileProfile})"
            : $"the trace has no file calls; to record them: {FilesRecorded}",
    };

    /// <summary>What is asked of disks.</summary>
    public static TraceVerb Disk { get; } = new("disk", DiskIoRow.Schema.Name, "requests to disks")
    {
        Live = LiveNeed.Profile,
        Profile = FileProfile,
        HasWindows = true,
        RecordWith = FilesRecorded,
        NoRows = static (facts, _) => $"the trace has no request to a disk: either there was none, or they were not recorded ({FilesRecorded})",
    };

    /// <summary>What goes over the network.</summary>
    public static TraceVerb Tcp { get; } = new("tcp", NetworkIoRow.Schema.Name, "events of the network")
    {
        Live = LiveNeed.Profile,
        Profile = NetworkProfile,
        HasWindows = true,
        RecordWith = NetworkRecorded,
        NoRows = static (facts, _) => $"the trace has no event of TCP or UDP: either there was none, or they were not recorded ({NetworkRecorded})",
    };

    /// <summary>Lookups of names.</summary>
    public static TraceVerb Dns { get; } = new("dns", DnsLookupRow.Schema.Name, "lookups of names")
    {
        HasWindows = true,
        RecordWith = NetworkRecorded,
        NoRows = static (facts, _) => $"the trace has no lookup of a name: either there was none, or they were not recorded ({NetworkRecorded})",
    };

    /// <summary>Waits for locks.</summary>
    public static TraceVerb Locks { get; } = new("locks", "contention", "waits for locks")
    {
        LeavesOut = static facts => facts.RuntimeLockWaits is > 0 and var count
            ? (count, string.Create(
                CultureInfo.InvariantCulture,
                $"the {count:#,##0} waits for locks that were recorded are for locks of the runtime itself, which fathom waits shows"))
            : null,
        Live = LiveNeed.KernelIfAllowed,
        HasWindows = true,
        IsOfEvents = true,
        RecordWith = $"{Recorded}, or: dotnet-trace collect -p PID --providers Microsoft-Windows-DotNETRuntime:0x4000:4",
        NoRows = static (facts, isWhole) => IsAsked(facts)
            ? $"no thread had to wait for a lock of another one {Within(isWhole)}"
            : "the trace has no wait for a lock: either there was none, or the recorder did not request these events (keyword 0x4000 of Microsoft-Windows-DotNETRuntime)",
    };

    /// <summary>Thread pools.</summary>
    public static TraceVerb ThreadPool { get; } = new("threadpool", "thread_pool_change", "changes of thread pools")
    {
        Live = LiveNeed.KernelIfAllowed,
        HasWindows = true,
        // Where workers were blocked.
        Aside = [ThreadWaitRow.Schema.Name, ThreadWaitStackRow.Schema.Name, StackFrameRow.Schema.Name, FrameRow.Schema.Name, MethodRow.Schema.Name],
        IsOfEvents = true,
        RecordWith = $"{Recorded}, or: dotnet-trace collect -p PID --providers Microsoft-Windows-DotNETRuntime:0x10000:4",
        NoRows = static (facts, isWhole) => IsAsked(facts)
            ? $"no thread pool wanted another number of workers {Within(isWhole)}"
            : "the trace has no change of a thread pool: either there was none, or the recorder did not request these events "
                + "(keyword 0x10000 of Microsoft-Windows-DotNETRuntime)",
    };

    /// <summary>Marked moments.</summary>
    public static TraceVerb Markers { get; } = new("markers", "marker", "markers")
    {
        HasWindows = true,
        RecordWith = Machine,
        NoRows = static (_, _) => "nothing was marked while it was recorded: fathom mark TEXT",
    };

    /// <summary>What limits a program. It asks what the others ask, so that it is none of <see cref="All"/>.</summary>
    public static TraceVerb Why { get; } = new("why", ThreadLifeRow.Schema.Name, "threads")
    {
        HasWindows = true,
        Live = LiveNeed.KernelIfAllowed,
        Needs = [ThreadLifeRow.Schema.Name, ThreadSliceRow.Schema.Name, ThreadWaitRow.Schema.Name, CpuSampleRow.Schema.Name],
        Aside = [MachineFactRow.Schema.Name],
        RecordWith = Recorded,
    };

    /// <summary>Names of code.</summary>
    public static TraceVerb Symbols { get; } = new("symbols", "code_image", "files with code")
    {
        Needs = ["code_image"],
        RecordWith = Samples,
        NoRows = static (_, _) => "the trace has no stacks",
    };

    /// <summary>All of them, in the order of the help.</summary>
    public static IReadOnlyList<TraceVerb> All { get; } =
    [
        Cpu, Waits, Processes, MachineOverTime, Threads, Events, Gc, Allocs, Exceptions, Requests, Locks, Counters, Interrupts, Faults, Syscalls, Files, Disk,
        Tcp, Dns, ThreadPool, Startup, Jit, Markers, Symbols,
    ];

    // A program that crashes takes its last events along.
    private static string Within(bool isWhole) => isWhole ? "while it was recorded" : "in what there is of the recording";

    // Fathom's own recorder asks each runtime for both.
    private static bool IsAsked(TraceFacts facts) => facts.IsOwn && facts.Formats.Contains("nettrace");
}
