namespace Fathom.Formats.PerfData.Events;

/// <summary>Bits of <see cref="PerfEventAttributes.Flags"/> that a recorder sets; the others of <c>perf_event_attr</c> are not named here.</summary>
[Flags]
public enum PerfEventBits : ulong
{
    /// <summary>None.</summary>
    None = 0,

    /// <summary>Off until it is switched on.</summary>
    Disabled = 1 << 0,

    /// <summary>Threads and processes that the recorded one makes are recorded too.</summary>
    Inherit = 1 << 1,

    /// <summary>The kernel itself is left out.</summary>
    ExcludeKernel = 1 << 5,

    /// <summary>A hypervisor is left out.</summary>
    ExcludeHypervisor = 1 << 6,

    /// <summary>Idle processors are left out.</summary>
    ExcludeIdle = 1 << 7,

    /// <summary>Tells which code is mapped.</summary>
    Mmap = 1 << 8,

    /// <summary>Tells names of threads.</summary>
    Comm = 1 << 9,

    /// <summary><see cref="PerfEventAttributes.Period"/> is a rate.</summary>
    Frequency = 1 << 10,

    /// <summary>Switched on when the recorded thread begins another program.</summary>
    EnableOnExec = 1 << 12,

    /// <summary>Tells begin and end of threads.</summary>
    Task = 1 << 13,

    /// <summary><see cref="PerfEventAttributes.Wakeup"/> is in bytes.</summary>
    Watermark = 1 << 14,

    /// <summary>Tells which data is mapped too.</summary>
    MmapData = 1 << 17,

    /// <summary>Records that are no samples end with thread, time and id.</summary>
    SampleIdAll = 1 << 18,

    /// <summary>Call chains have no part of the kernel.</summary>
    ExcludeKernelChain = 1 << 21,

    /// <summary>Tells mappings with inode or build id.</summary>
    Mmap2 = 1 << 23,

    /// <summary>A name that comes with another program is marked.</summary>
    CommExec = 1 << 24,

    /// <summary>Times are of the clock <see cref="PerfEventAttributes.ClockNumber"/>.</summary>
    UseClockId = 1 << 25,

    /// <summary>Tells each switch: that a thread leaves its processor, and that one comes.</summary>
    ContextSwitch = 1 << 26,

    /// <summary>Tells which code comes into the kernel and goes.</summary>
    KernelSymbols = 1 << 29,

    /// <summary>Mappings have the build id of their file.</summary>
    BuildId = 1UL << 34,
}
