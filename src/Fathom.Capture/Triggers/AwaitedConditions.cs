using Fathom.Model.Conditions;

namespace Fathom.Capture.Triggers;

/// <summary>What is waited for in a process: the first of these.</summary>
public sealed record AwaitedConditions
{
    /// <summary>The most conditions on requests.</summary>
    public const int MostRequests = 64;

    /// <summary>Conditions on metrics.</summary>
    public IReadOnlyList<MetricCondition> Metrics { get; init; } = [];

    /// <summary>Exceptions.</summary>
    public IReadOnlyList<ExceptionCondition> Exceptions { get; init; } = [];

    /// <summary>Pauses of the runtime.</summary>
    public IReadOnlyList<PauseCondition> Pauses { get; init; } = [];

    /// <summary>Requests that the program answers; at most <see cref="MostRequests"/>.</summary>
    public IReadOnlyList<RequestCondition> Requests { get; init; } = [];

    /// <summary>Markers.</summary>
    public IReadOnlyList<MarkerCondition> Markers { get; init; } = [];

    /// <summary>Whether a thread pool that finishes nothing is waited for.</summary>
    public bool Unresponsive { get; init; }

    /// <summary>How long a condition must hold without a break.</summary>
    public TimeSpan Lasting { get; init; }

    /// <summary>Whether anything is waited for.</summary>
    public bool Any => Texts.Count > 0;

    /// <summary>All of it, as the user wrote it.</summary>
    public IReadOnlyList<string> Texts =>
    [
        .. Metrics.Select(static condition => condition.Text), .. Exceptions.Select(static condition => condition.Text),
        .. Pauses.Select(static condition => condition.Text), .. Requests.Select(static condition => condition.Text),
        .. Markers.Select(static condition => condition.Text),
        .. Unresponsive ? ["unresponsive"] : Array.Empty<string>(),
    ];
}
