using System.Runtime.InteropServices;
using Fathom.Formats.PerfData.Events;
using Fathom.Formats.PerfData.Writing;
using Fathom.Model.Scheduling;
using Fathom.Sources.Traces.Calls;

namespace Fathom.Recorder.Kernel.Events;

/// <summary>Makes the events of the default recording. All have the same fields in front, so that each record can be told by its place.</summary>
internal static class EventSet
{
    /// <summary>Bytes of the fields that stand behind records that are no samples.</summary>
    public const int TrailerBytes = 32;

    /// <summary>The tracepoint of switches.</summary>
    public const string Switch = "sched:sched_switch";

    /// <summary>Begins of page faults.</summary>
    public const string FaultBegins = "page-faults";

    /// <summary>Page faults whose page is there, and was in memory.</summary>
    public const string FaultsWithoutFile = "minor-faults";

    /// <summary>Those whose page was read from a file.</summary>
    public const string FaultsOfFiles = "major-faults";

    /// <summary>Bytes of the stack that are copied with each sample by default: whole stacks of most programs, and half a second of samples in a ring of 8 MiB.</summary>
    public const int SampleStackBytes = 16_384;

    // Functions that are called most and have no frame pointer are small, and the rest is told by the frame pointers of their callers. Rings of ordinary users have room for little.
    private const int SmallSampleStackBytes = 512;

    // From a wait through libc and the runtime to the first managed frames are 1 to 3 KB, and whole stacks of most waits have less than this. Fewer bytes cost a wait no less.
    private const uint WaitStackBytes = 4096;

    // BX, BP, SP, IP, R12 to R15: what calls keep.
    private const ulong FollowedRegisters = (1 << 1) | (1 << 6) | (1 << 7) | (1 << 8) | (0xf << 20);

    // Chains from copied stacks are longer than those of the kernel (127), without being cut.
    private const int MostFrames = 1024;

    // TASK_UNINTERRUPTIBLE.
    private const string Uninterruptible = "2";

    private const string YieldsButTurns = $"prev_state==0&&(prev_comm!=\"{PoolTurns.ThreadName}\"||next_comm!=\"{PoolTurns.ThreadName}\")";

    // Value, time enabled, time running, id, lost.
    private const ulong ReadAll = 1 | 2 | 4 | 16;
    private const ulong ReadWithoutLost = 1 | 2 | 4;

    private const PerfSampleFields Fields = PerfSampleFields.Identifier | PerfSampleFields.Ip | PerfSampleFields.Tid | PerfSampleFields.Time | PerfSampleFields.Cpu | PerfSampleFields.Period;

    private const PerfEventBits Usual = PerfEventBits.Disabled | PerfEventBits.SampleIdAll | PerfEventBits.Watermark | PerfEventBits.UseClockId;

    /// <summary>Whether copied stacks can be followed: registers are those of this processor.</summary>
    public static bool CanFollow => RuntimeInformation.OSArchitecture == Architecture.X64;

    /// <summary>Lives of processes and threads, and what they map.</summary>
    /// <param name="scope">Whom it is opened on.</param>
    /// <param name="withData">Whether of mapped data too.</param>
    public static RecordedEvent Lives(EventScope scope, bool withData = false) => Make(
        "dummy", EventRole.Lives, scope, PerfSoftware.Type, PerfSoftware.Dummy, 1, PerfSampleFields.None,
        PerfEventBits.Mmap | PerfEventBits.Mmap2 | PerfEventBits.Comm | PerfEventBits.CommExec | PerfEventBits.Task | (withData ? PerfEventBits.MmapData : 0)
        | (scope.IsMachine ? PerfEventBits.KernelSymbols : 0));

    /// <summary>States of threads at the start, which the recorder writes.</summary>
    public static RecordedEvent States(EventScope scope, bool hasChain = false) => Make(
        StartStates.EventName, EventRole.StartStates, scope, PerfSoftware.Type, PerfSoftware.Dummy, 1,
        PerfSampleFields.Raw | (hasChain ? PerfSampleFields.Callchain : PerfSampleFields.None), PerfEventBits.None);

    /// <summary>
    /// The kernel's own records of switches. They need no right for tracepoints, and come also where the kernel gives no tracepoint to a ring. They have no stack, no waking, and cannot be filtered.
    /// </summary>
    public static RecordedEvent Switches(EventScope scope) =>
        Make("dummy (switches)", EventRole.Switches, scope, PerfSoftware.Type, PerfSoftware.Dummy, 1, PerfSampleFields.None, PerfEventBits.ContextSwitch);

    /// <summary>
    /// Samples of busy processors. A chain of frame pointers lacks the caller of each function that has none, so where stacks can be followed there is a part of it too; the file has
    /// chains in its place.
    /// </summary>
    /// <param name="scope">Whom it is opened on.</param>
    /// <param name="frequency">Samples of each busy processor per second.</param>
    /// <param name="stackBytes">Bytes of the stack that are copied with each, a multiple of 8; 0 for none, null for as many as the scope has room for.</param>
    public static RecordedEvent Clock(EventScope scope, int frequency, int? stackBytes = null)
    {
        RecordedEvent made = Make(
            "cpu-clock", EventRole.Clock, scope, PerfSoftware.Type, PerfSoftware.CpuClock, (ulong)frequency, PerfSampleFields.Callchain,
            PerfEventBits.Frequency | PerfEventBits.ExcludeIdle);
        int bytes = stackBytes ?? (scope.IsMachine ? SampleStackBytes : SmallSampleStackBytes);
        return CanFollow && bytes > 0 ? WithStack(made, (uint)bytes) : made;
    }

    /// <summary>A tracepoint, each occurrence.</summary>
    public static RecordedEvent Tracepoint(TracepointFile file, EventRole role, EventScope scope, bool hasChain, PerfEventBits flags = PerfEventBits.None) =>
        Make(file.FullName, role, scope, PerfEventAttributes.TracepointType, file.Id, 1, PerfSampleFields.Raw | (hasChain ? PerfSampleFields.Callchain : 0), flags)
            with { Tracepoint = file };

    /// <summary>A tracepoint of a profile.</summary>
    public static RecordedEvent OfProfile(TracepointFile file, EventScope scope, ProfileEvent asked) =>
        Tracepoint(file, EventRole.Devices, scope, asked.Callers != ProfileCallers.None,
            asked.Callers == ProfileCallers.Program ? PerfEventBits.ExcludeKernelChain : PerfEventBits.None) with { Filter = asked.Filter };

    /// <summary>
    /// Switches of threads that wait, that end, or that are driven from their processor, with their callers in the program. The kernel takes longer for its own callers than for all else of a
    /// switch, and the innermost function of the program says in what it waits.
    /// </summary>
    public static RecordedEvent Waits(TracepointFile file, EventScope scope)
    {
        RecordedEvent made = Tracepoint(file, EventRole.Scheduling, scope, hasChain: true, PerfEventBits.ExcludeKernelChain) with { Filter = $"prev_state!=0&&prev_state!={Uninterruptible}" };
        return CanFollow ? WithStack(made, WaitStackBytes) : made;
    }

    /// <summary>
    /// Switches of threads that wait uninterruptibly: for a disk, a page, memory, the begin of a program. Only their callers in the kernel say for which, and they are rare enough for that.
    /// </summary>
    public static RecordedEvent UninterruptibleWaits(TracepointFile file, EventScope scope)
    {
        RecordedEvent made = Tracepoint(file, EventRole.Scheduling, scope, hasChain: true) with
        {
            Name = $"{file.FullName} (uninterruptible)", Filter = $"prev_state=={Uninterruptible}",
        };
        return CanFollow ? WithStack(made, WaitStackBytes) : made;
    }

    /// <summary>
    /// Switches of threads that give up their processor and could run, and of the idle ones, without callers: nobody waits there. Those from one thread of a pool to another
    /// may be left out (<see cref="PoolTurns"/>).
    /// </summary>
    public static RecordedEvent Yields(TracepointFile file, EventScope scope, bool hasTurns) =>
        Tracepoint(file, EventRole.Scheduling, scope, hasChain: false) with { Name = $"{file.FullName} (yields)", Filter = hasTurns ? "prev_state==0" : YieldsButTurns };

    /// <summary>
    /// Counts all switches, so that those are known which neither <see cref="Waits"/> nor <see cref="Yields"/> have. To let the kernel look for these would cost four times as much.
    /// </summary>
    public static RecordedEvent Turns(TracepointFile file, EventScope scope)
    {
        RecordedEvent made = Tracepoint(file, EventRole.Counted, scope, hasChain: false);
        return made with { Name = PoolTurns.EventName, Attributes = made.Attributes with { Period = 0 } };
    }

    /// <summary>
    /// System calls that returned, which a program in the kernel writes. Functions that make calls keep frame pointers, so the kernel's
    /// chain leads to the callers without a copy of the stack.
    /// </summary>
    public static RecordedEvent Calls(EventScope scope) => Make(
        SystemCall.EventName, EventRole.Calls, scope, PerfSoftware.Type, PerfSoftware.ProgramOutput, 1, PerfSampleFields.Callchain | PerfSampleFields.Raw,
            PerfEventBits.ExcludeKernelChain);

    /// <summary>The same of calls without callers.</summary>
    public static RecordedEvent PlainCalls(EventScope scope) => Make(
        SystemCall.PlainEventName, EventRole.PlainCalls, scope, PerfSoftware.Type, PerfSoftware.ProgramOutput, 1, PerfSampleFields.Raw, PerfEventBits.None);

    /// <summary>Page faults: their begins with the callers in the program, and their ends of two kinds.</summary>
    public static IEnumerable<RecordedEvent> Faults(EventScope scope) =>
    [
        Make(FaultBegins, EventRole.Faults, scope, PerfSoftware.Type, PerfSoftware.PageFaults, 1, PerfSampleFields.Address | PerfSampleFields.Callchain,
            PerfEventBits.ExcludeKernelChain),
        Make(FaultsWithoutFile, EventRole.Faults, scope, PerfSoftware.Type, PerfSoftware.MinorFaults, 1, PerfSampleFields.Address, PerfEventBits.None),
        Make(FaultsOfFiles, EventRole.Faults, scope, PerfSoftware.Type, PerfSoftware.MajorFaults, 1, PerfSampleFields.Address, PerfEventBits.None),
    ];

    private static RecordedEvent WithStack(RecordedEvent made, uint bytes)
    {
        PerfEventAttributes recorded = made.Attributes with
        {
            SampleFields = made.Attributes.SampleFields | PerfSampleFields.UserRegisters | PerfSampleFields.UserStack, UserRegisters = FollowedRegisters, UserStackBytes = bytes,
        };
        return made with { Attributes = recorded, InFile = new SampleShortener(recorded).Written with { MaxStack = MostFrames } };
    }

    private static RecordedEvent Make(
        string name, EventRole role, EventScope scope, uint type, ulong config, ulong period, PerfSampleFields more, PerfEventBits flags) => new(name, role, new PerfEventAttributes
    {
        Type = type,
        Config = config,
        Period = period,
        SampleFields = Fields | more,
        ReadFormat = scope.TellsLost ? ReadAll : ReadWithoutLost,
        Flags = (ulong)(Usual | flags | scope.Flags),
        Wakeup = (uint)scope.WakeupBytes,
        ClockNumber = Kernel.Calls.Clocks.Monotonic,
    });
}
