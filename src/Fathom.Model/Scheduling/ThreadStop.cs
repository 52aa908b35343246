namespace Fathom.Model.Scheduling;

/// <summary>Why a thread left its processor.</summary>
public enum ThreadStop
{
    /// <summary>The trace does not tell.</summary>
    Unknown,

    /// <summary>It could have run on.</summary>
    Preempted,

    /// <summary>It waits, and a signal would wake it.</summary>
    Sleeping,

    /// <summary>It waits, and no signal wakes it: for a disk as a rule.</summary>
    Uninterruptible,

    /// <summary>A debugger or a signal stopped it.</summary>
    Stopped,

    /// <summary>It ended.</summary>
    Dead,

    /// <summary>It waits, and the trace does not tell in which of these ways.</summary>
    Waiting,
}
