namespace Fathom.Sources.Targets.Live;

/// <summary>Why a process that is there does not answer.</summary>
internal enum TargetCondition
{
    /// <summary>There is no such process.</summary>
    Gone,

    /// <summary>It has ended, and its parent has not asked how.</summary>
    Ended,

    /// <summary>A signal such as SIGSTOP has stopped all its threads.</summary>
    Stopped,

    /// <summary>A debugger or tracer holds its initial thread.</summary>
    Traced,

    /// <summary>Its control group keeps all its threads from running.</summary>
    Frozen,

    /// <summary>Nothing that the kernel knows of.</summary>
    Runs,
}
