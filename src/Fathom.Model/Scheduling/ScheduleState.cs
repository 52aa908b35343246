namespace Fathom.Model.Scheduling;

/// <summary>What a thread does in a span of time.</summary>
public enum ScheduleState
{
    /// <summary>The trace does not tell: before the first event of a thread, and where events are missing.</summary>
    Unknown,

    /// <summary>It is on a processor.</summary>
    Running,

    /// <summary>It could run and waits for a processor: it was woken, or another thread took its place.</summary>
    Ready,

    /// <summary>It waits for something.</summary>
    Waiting,
}
