namespace Fathom.Model.Threads;

/// <summary>How a look at the threads of a process was taken, and the figures that stand above every table about it.</summary>
public sealed record ThreadLookFacts
{
    /// <summary>Number of the process; null where it is not known.</summary>
    public long? Pid { get; init; }

    /// <summary>Name of the process; null where it is not known.</summary>
    public string? ProcessName { get; init; }

    /// <summary>Version of its runtime; null where it is not known.</summary>
    public string? RuntimeVersion { get; init; }

    /// <summary>How long the threads were watched; null for a dump.</summary>
    public long? IntervalNs { get; init; }

    /// <summary>Estimate made before the stop; null for a dump.</summary>
    public long? ExpectedPauseNs { get; init; }

    /// <summary>How long the target stood still, measured; null for a dump.</summary>
    public long? PauseNs { get; init; }

    /// <summary>Threads of all kinds.</summary>
    public required int ThreadCount { get; init; }

    /// <summary>The thread pool; null where it is not in use.</summary>
    public ThreadPoolFacts? Pool { get; init; }
}
