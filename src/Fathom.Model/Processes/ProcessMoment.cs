using Fathom.Model.Results;

namespace Fathom.Model.Processes;

/// <summary>Which process was looked at, and when: what the header of every view of a look begins with.</summary>
public abstract record ProcessMoment
{
    /// <summary>When; of a file, when it was written.</summary>
    public required DateTimeOffset Utc { get; init; }

    /// <summary>Number of the process, where it is known.</summary>
    public required long? Pid { get; init; }

    /// <summary>Name of the process after the rename rules, where it is known.</summary>
    public required string? Name { get; init; }

    /// <summary>Command line of the process, where it is known.</summary>
    public required string? CommandLine { get; init; }

    /// <summary>Version of its runtime, where it is known.</summary>
    public required string? RuntimeVersion { get; init; }

    /// <summary>Nanoseconds from the start of the process to the look at it, where they are known.</summary>
    public required long? AgeNs { get; init; }

    /// <summary>The leading columns of a CSV file.</summary>
    /// <param name="utc">The time that <c>--time</c> gives instead, or null.</param>
    /// <param name="context">The label <c>context</c>, or null.</param>
    public TrendContext ToTrend(DateTimeOffset? utc, string? context) =>
        new(utc ?? Utc, Pid, Name, CommandLine, AgeNs / 1e9, context);
}
