using Fathom.Model.Results;

namespace Fathom.Model.Orphans;

/// <summary>How a look at the memory of a machine was taken; the header of every view of it.</summary>
public sealed record MachineFacts
{
    /// <summary>When.</summary>
    public required DateTimeOffset Utc { get; init; }

    /// <summary>Host name.</summary>
    public required string Machine { get; init; }

    /// <summary>MemTotal, bytes.</summary>
    public required long TotalBytes { get; init; }

    /// <summary>Pages of all zones, bytes; 0 where they are not known.</summary>
    public required long ZoneBytes { get; init; }

    /// <summary>Processes, those that refused among them.</summary>
    public required long ProcessCount { get; init; }

    /// <summary>Processes that refused to be looked at.</summary>
    public required long RefusedCount { get; init; }

    /// <summary>Processes that ended meanwhile.</summary>
    public required long VanishedCount { get; init; }

    /// <summary>The leading columns of a CSV file: the machine stands where other files have a process.</summary>
    /// <param name="utc">The time that <c>--time</c> gives instead, or null.</param>
    /// <param name="context">The label <c>context</c>, or null.</param>
    public TrendContext ToTrend(DateTimeOffset? utc, string? context) => new(utc ?? Utc, null, Machine, null, null, context);
}
