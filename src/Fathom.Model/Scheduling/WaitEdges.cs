namespace Fathom.Model.Scheduling;

/// <summary>What of a wait is missing. A wait without any of these is whole.</summary>
[Flags]
public enum WaitEdges
{
    /// <summary>Nothing.</summary>
    None = 0,

    /// <summary>It had begun before the trace; it is counted from the trace's begin on.</summary>
    OpenAtStart = 1,

    /// <summary>It went on when the trace ended.</summary>
    OpenAtEnd = 2,

    /// <summary>Nobody is known to have woken the thread, so time until it ran is all counted as waiting.</summary>
    NoWaking = 4,

    /// <summary>The thread ran again, and when that was is missing.</summary>
    NoSwitchIn = 8,
}
