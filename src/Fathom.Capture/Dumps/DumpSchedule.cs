using Fathom.Capture.Triggers;
using Fathom.Model.Conditions;

namespace Fathom.Capture.Dumps;

/// <summary>When dumps are taken, and how many.</summary>
public sealed record DumpSchedule
{
    /// <summary>Conditions on metrics, any of which leads to a dump; empty for dumps at once.</summary>
    public IReadOnlyList<MetricCondition> Metrics { get; init; } = [];

    /// <summary>Exceptions, any of which leads to a dump.</summary>
    public IReadOnlyList<ExceptionCondition> Exceptions { get; init; } = [];

    /// <summary>Whether a thread that throws is held until the dump is written, before any handler of the program runs.</summary>
    public bool BeforeHandlers { get; init; }

    /// <summary>Whether a thread pool that finishes nothing leads to a dump.</summary>
    public bool Unresponsive { get; init; }

    /// <summary>How long a condition must hold without a break.</summary>
    public TimeSpan Lasting { get; init; }

    /// <summary>The time between the end of a dump and the next look.</summary>
    public TimeSpan Every { get; init; }

    /// <summary>How many dumps are taken.</summary>
    public int Count { get; init; } = 1;

    /// <summary>Whether anything is waited for before the first dump.</summary>
    public bool HasCondition => Metrics.Count > 0 || Exceptions.Count > 0 || Unresponsive;
}
