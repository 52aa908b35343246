using Fathom.Model.Results;

namespace Fathom.Model.Memory;

/// <summary>How a look at the memory of a process was taken; the header of every view of it.</summary>
public sealed record MemoryFacts
{
    /// <summary>When.</summary>
    public required DateTimeOffset Utc { get; init; }

    /// <summary>Number of the process, where it is known.</summary>
    public required long? Pid { get; init; }

    /// <summary>Name of the process after the rename rules, where it is known.</summary>
    public required string? Name { get; init; }

    /// <summary>Command line of the process, where it is known.</summary>
    public required string? CommandLine { get; init; }

    /// <summary>Version of its runtime, where it is known.</summary>
    public required string? RuntimeVersion { get; init; }

    /// <summary>Nanoseconds from the start of the process to the look, where they are known.</summary>
    public required long? AgeNs { get; init; }

    /// <summary>What was done to the target: proc, runtime or stop.</summary>
    public required string Intrusion { get; init; }

    /// <summary>Mappings (VMAs).</summary>
    public required long MappingCount { get; init; }

    /// <summary>Threads.</summary>
    public required long ThreadCount { get; init; }

    /// <summary>Resident bytes as smaps_rollup sums them.</summary>
    public required long KernelRssBytes { get; init; }

    /// <summary>Resident bytes as status has them.</summary>
    public required long StatusRssBytes { get; init; }

    /// <summary>The leading columns of a CSV file.</summary>
    /// <param name="utc">The time that <c>--time</c> gives instead, or null.</param>
    /// <param name="context">The label <c>context</c>, or null.</param>
    public TrendContext ToTrend(DateTimeOffset? utc, string? context) =>
        new(utc ?? Utc, Pid, Name, CommandLine, AgeNs / 1e9, context);
}
