using Fathom.Model.Conditions;

namespace Fathom.Capture.Triggers;

/// <summary>What is waited for in a process: the first of these.</summary>
public sealed record AwaitedConditions
{
    /// <summary>Conditions on metrics.</summary>
    public IReadOnlyList<MetricCondition> Metrics { get; init; } = [];

    /// <summary>Exceptions.</summary>
    public IReadOnlyList<ExceptionCondition> Exceptions { get; init; } = [];

    /// <summary>Whether a thread pool that finishes nothing is waited for.</summary>
    public bool Unresponsive { get; init; }

    /// <summary>How long a condition must hold without a break.</summary>
    public TimeSpan Lasting { get; init; }

    /// <summary>Whether anything is waited for.</summary>
    public bool Any => Metrics.Count > 0 || Exceptions.Count > 0 || Unresponsive;
}
