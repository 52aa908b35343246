using Fathom.Model.Counters;
using Fathom.Model.Machine;
using Fathom.Model.Memory;
using Fathom.Model.Runtime;
using Fathom.Model.Stacks;
using Fathom.Model.Traces;
using Fathom.Model.Windows;

namespace Fathom.Model.Catalog;

/// <summary>Which tables lack what a source of a trace has lost (column <c>tables</c> of <see cref="Recording.LossRow"/>): names of tables, with commas between them.</summary>
public static class LossTables
{
    /// <summary>Samples of what processors run.</summary>
    public static string Samples { get; } = Join(TraceParts.Find("cpu")!);

    /// <summary>States of threads: their slices, lives and waits.</summary>
    public static string States { get; } = Join([.. TraceParts.Find("threads")!, .. TraceParts.Find("waits")!]);

    /// <summary>Waits alone.</summary>
    public static string Waits { get; } = Join(TraceParts.Find("waits")!);

    /// <summary>Call chains.</summary>
    public static string Stacks { get; } = Join([StackFrameRow.Schema.Name, StackMethodRow.Schema.Name]);

    /// <summary>Counts of events.</summary>
    public static string Events { get; } = TraceEventRow.Schema.Name;

    /// <summary>Everything that a trace of perf holds.</summary>
    public static string Machine { get; } = $"{Samples},{States},{Events},"
        + $"{FileIoRow.Schema.Name},{DiskIoRow.Schema.Name},{NetworkIoRow.Schema.Name},"
        + $"{SystemCallRow.Schema.Name},{PageFaultRow.Schema.Name},{CounterSampleRow.Schema.Name}";

    /// <summary>Moments that somebody marked.</summary>
    public static string Marks { get; } = MarkerRow.Schema.Name;

    /// <summary>What the machine was like.</summary>
    public static string Surroundings { get; } = Join([MachineFactRow.Schema.Name, MachineSampleRow.Schema.Name, MemorySampleRow.Schema.Name]);

    /// <summary>What events of runtimes tell.</summary>
    public static string RuntimeEvents { get; } = Join(
    [
        RuntimeEventRow.Schema.Name, .. TraceParts.Find("gc")!, .. TraceParts.Find("exceptions")!, AllocationSampleRow.Schema.Name, ContentionRow.Schema.Name, WaitHandleWaitRow.Schema.Name,
        ThreadPoolChangeRow.Schema.Name, MethodCompiledRow.Schema.Name, AssemblyLoadRow.Schema.Name, ThreadSampleRow.Schema.Name, ThreadWaitStackRow.Schema.Name, RequestRow.Schema.Name,
        LoadedFileRow.Schema.Name, DnsLookupRow.Schema.Name,
    ]);

    /// <summary>What programs asked of files.</summary>
    public static string Files { get; } = FileIoRow.Schema.Name;

    /// <summary>What was asked of disks.</summary>
    public static string Disk { get; } = DiskIoRow.Schema.Name;

    /// <summary>What went over the network.</summary>
    public static string Network { get; } = NetworkIoRow.Schema.Name;

    /// <summary>Lookups of names.</summary>
    public static string Dns { get; } = DnsLookupRow.Schema.Name;

    /// <summary>Page faults.</summary>
    public static string Faults { get; } = PageFaultRow.Schema.Name;

    /// <summary>Samples of counters.</summary>
    public static string Counters { get; } = CounterSampleRow.Schema.Name;

    /// <summary>System calls.</summary>
    public static string Calls { get; } = SystemCallRow.Schema.Name;

    /// <summary>What served interrupts.</summary>
    public static string Interrupts { get; } = InterruptRow.Schema.Name;

    /// <summary>Calls of the registry.</summary>
    public static string Registry { get; } = RegistryCallRow.Schema.Name;

    /// <summary>Calls that take and give back address space.</summary>
    public static string VirtualMemory { get; } = VirtualMemoryRow.Schema.Name;

    /// <summary>Everything that only a trace of Windows holds.</summary>
    public static string Windows { get; } = $"{Interrupts},{Registry},{VirtualMemory}";

    /// <summary>Nothing that a view answers from: only facts about the recording.</summary>
    public static string Facts { get; } = RecorderEventRow.Schema.Name;

    /// <summary>The tables that lack an event of the kernel where it was lost.</summary>
    /// <remarks>A switch that is missing makes the states of threads unknown, which is a loss of its own, with its time.</remarks>
    /// <param name="name">Its name, such as <c>cpu-clock</c>.</param>
    public static string OfEvent(string name) =>
        name.StartsWith("cpu-clock", StringComparison.Ordinal) ? Samples
        : name.Contains("switch", StringComparison.Ordinal) ? Facts
        : name.Contains("sched_waking", StringComparison.Ordinal) || name.Contains("sys_enter_futex", StringComparison.Ordinal) ? Waits
        : name == "fathom:calls" ? $"{Files},{Calls}"
        : name.StartsWith("fathom:calls", StringComparison.Ordinal) ? Calls
        : name.Contains("block_rq", StringComparison.Ordinal) ? Disk
        : name.StartsWith("sock:", StringComparison.Ordinal) || name.StartsWith("tcp:", StringComparison.Ordinal) ? Network
        : name.Contains("page_fault", StringComparison.Ordinal) || IsFaults(name.AsSpan()) ? Faults
        : name.Contains("syscalls:", StringComparison.Ordinal) ? Calls
        : name.StartsWith("dummy", StringComparison.Ordinal) ? Machine
        : Events;

    // A modifier may stand behind the name.
    private static bool IsFaults(ReadOnlySpan<char> name) =>
        (name.IndexOf(':') is >= 0 and var colon ? name[..colon] : name) is "faults" or "page-faults" or "minor-faults" or "major-faults";

    private static string Join(IEnumerable<string> tables) => string.Join(',', tables);
}
