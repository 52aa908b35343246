using Fathom.Model.Threads;

namespace Fathom.Query.Stacks;

/// <summary>All that one look at the threads of a process gave.</summary>
internal sealed class ThreadLook
{
    /// <summary>live or core.</summary>
    public required string Source { get; init; }

    /// <summary>Number of the process, or null.</summary>
    public long? Pid { get; init; }

    /// <summary>Name of the process, or null.</summary>
    public string? ProcessName { get; init; }

    /// <summary>Version of the runtime, or null.</summary>
    public string? RuntimeVersion { get; init; }

    /// <summary>Estimate made before the stop; null for a dump.</summary>
    public long? ExpectedPauseNs { get; init; }

    /// <summary>How long the target stood still; null for a dump.</summary>
    public long? PauseNs { get; init; }

    /// <summary>How long the threads were watched before the stop; null for a dump.</summary>
    public long? IntervalNs { get; init; }

    /// <summary>The threads.</summary>
    public required IReadOnlyList<ThreadFacts> Threads { get; init; }

    /// <summary>What they own and wait for.</summary>
    public required IReadOnlyList<LockFacts> Locks { get; init; }

    /// <summary>The pool; null where it is not in use.</summary>
    public ThreadPoolFacts? Pool { get; init; }

    /// <summary>Suspended async calls.</summary>
    public IReadOnlyList<AsyncFacts> AsyncWaits { get; init; } = [];
}
