namespace Fathom.Formats.PerfData.Events;

/// <summary>The numbers of events that the kernel itself counts (<c>PERF_TYPE_SOFTWARE</c>), as <c>linux/perf_event.h</c> has them.</summary>
public static class PerfSoftware
{
    /// <summary>The type of these events.</summary>
    public const uint Type = 1;

    /// <summary>Time of a processor, in nanoseconds.</summary>
    public const ulong CpuClock = 0;

    /// <summary>Time of a thread on a processor, in nanoseconds.</summary>
    public const ulong TaskClock = 1;

    /// <summary>Begins of page faults.</summary>
    public const ulong PageFaults = 2;

    /// <summary>Page faults that read nothing.</summary>
    public const ulong MinorFaults = 5;

    /// <summary>Page faults that read a file.</summary>
    public const ulong MajorFaults = 6;

    /// <summary>Nothing is counted: for records of another kind.</summary>
    public const ulong Dummy = 9;

    /// <summary>What programs in the kernel write.</summary>
    public const ulong ProgramOutput = 10;
}
