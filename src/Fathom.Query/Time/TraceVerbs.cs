using Fathom.Model.Machine;
using Fathom.Model.Memory;
using Fathom.Model.Traces;

namespace Fathom.Query.Time;

/// <summary>The verbs on traces.</summary>
public static class TraceVerbs
{
    // Fathom's own recorder comes first: it records what all of these verbs need.
    private const string Recorded = "fathom record PID --duration 10s --save NAME.fathom";
    private const string Machine = "fathom record --duration 10s --save NAME.fathom, or: perf record -a";
    private const string Samples = $"{Recorded}, or: perf record -a -g -k CLOCK_MONOTONIC -e cpu-clock";
    private const string Sampled = "dotnet-trace collect --profile dotnet-sampled-thread-time";
    private const string Switches = $"{Recorded}, or: perf record -a -g -k CLOCK_MONOTONIC -e sched:sched_switch -e sched:sched_waking";
    private const string Thrown = $"{Recorded}, or: dotnet-trace collect -p PID --providers Microsoft-Windows-DotNETRuntime:0x8000:4";

    /// <summary>Processor time.</summary>
    public static TraceVerb Cpu { get; } = new("cpu", "cpu_sample", "samples")
    {
        Live = LiveNeed.Kernel,
        SumsIn = MethodCpuRow.Schema.Name,
        RecordWith = Samples,
        NoRows = static facts => TraceVerb.IsEvents(facts)
            ? $"the trace has no sample of a thread in managed code: the recorder may not have requested them ({Sampled})"
            : $"the trace has no clock samples ({Samples})",
    };

    /// <summary>Waits.</summary>
    public static TraceVerb Waits { get; } = new("waits", "thread_wait", "waits")
    {
        Live = LiveNeed.KernelIfAllowed,
        SumsIn = MethodWaitRow.Schema.Name,
        RecordWith = Switches,
        Refusal = static facts => facts.NoWaits,
        NoRows = static _ => "no thread waited within the trace",
    };

    /// <summary>Processes.</summary>
    public static TraceVerb Processes { get; } = new("processes", "process", "processes")
    {
        Aside = [MachineFactRow.Schema.Name, MemorySampleRow.Schema.Name],
        RecordWith = Machine,
    };

    /// <summary>Threads.</summary>
    public static TraceVerb Threads { get; } = new("threads", "thread_life", "threads") { Live = LiveNeed.Kernel, RecordWith = Machine };

    /// <summary>Events and their cost, which are always kept; each event can be left out.</summary>
    public static TraceVerb Events { get; } = new("events", "trace_event", "kinds of events") { Needs = [], RecordWith = Machine };

    /// <summary>Garbage collections.</summary>
    public static TraceVerb Gc { get; } = new("gc", "gc", "collections")
    {
        Live = LiveNeed.Runtime,
        IsOfEvents = true,
        RecordWith = $"{Recorded}, or: dotnet-trace collect -p PID --profile gc-collect",
        NoRows = static facts => IsAsked(facts)
            ? "no garbage collection ended while it was recorded"
            : "the trace has no garbage collection: either there was none, or the recorder did not request these events (keyword 0x1 of Microsoft-Windows-DotNETRuntime)",
    };

    /// <summary>Allocations.</summary>
    public static TraceVerb Allocs { get; } = new("allocs", "allocation_sample", "samples of allocations")
    {
        Live = LiveNeed.Runtime,
        IsOfEvents = true,
        RecordWith = $"{Recorded}, or: dotnet-trace collect -p PID --providers Microsoft-Windows-DotNETRuntime:0x80000000000:4",
        NoRows = static facts => IsAsked(facts)
            ? "no allocation was sampled while it was recorded: runtimes sample allocations from .NET 10 on, one per 100 KB"
            : "the trace has no samples of allocations: the recorder did not request them "
                + "(keyword 0x80000000000 of Microsoft-Windows-DotNETRuntime, before .NET 10: 0x1 at level 5)",
    };

    /// <summary>Exceptions.</summary>
    public static TraceVerb Exceptions { get; } = new("exceptions", "exception_thrown", "throws")
    {
        Live = LiveNeed.Runtime,
        Aside = [ThreadLifeRow.Schema.Name],
        IsOfEvents = true,
        RecordWith = Thrown,
        NoRows = static facts => IsAsked(facts)
            ? "no exception was thrown while it was recorded"
            : "the trace has no exception: either there was none, or the recorder did not request these events (keyword 0x8000 of Microsoft-Windows-DotNETRuntime)",
    };

    /// <summary>HTTP requests.</summary>
    public static TraceVerb Requests { get; } = new("requests", "request", "requests")
    {
        Live = LiveNeed.Requests,
        IsOfEvents = true,
        RecordWith = $"{Recorded}, or: dotnet-trace collect -p PID --providers Microsoft-AspNetCore-Server-Kestrel:0xffffffffffffffff:4",
        NoRows = static facts => IsAsked(facts)
            ? "the recording has no such request: either none began, or the runtime is older than .NET 8 (record with --requests); those that programs send need --events System.Net.Http"
            : "the trace has no request: either there was none, or the recorder did not request these events (Microsoft-AspNetCore-Server-Kestrel)",
    };

    /// <summary>Names of code.</summary>
    public static TraceVerb Symbols { get; } = new("symbols", "code_image", "files with code")
    {
        Needs = ["code_image"],
        RecordWith = Samples,
        NoRows = static _ => "the trace has no stacks",
    };

    /// <summary>All of them, in the order of the help.</summary>
    public static IReadOnlyList<TraceVerb> All { get; } = [Cpu, Waits, Processes, Threads, Events, Gc, Allocs, Exceptions, Requests, Symbols];

    // Fathom's own recorder asks each runtime for both.
    private static bool IsAsked(TraceFacts facts) => facts.IsOwn && facts.Formats.Contains("nettrace");
}
