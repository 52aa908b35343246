namespace Fathom.Query.Questions;

/// <summary>How the rows of a query are compared between recordings.</summary>
/// <param name="Same">The columns by which rows of two recordings are the same one. Numbers of processes and threads are none: each run has its own.</param>
/// <param name="Figure">What is compared where nobody asks for another figure.</param>
public sealed record ComparedColumns(IReadOnlyList<string> Same, string Figure)
{
    /// <summary>The same for rows of own code; null where it is <see cref="Figure"/>.</summary>
    public string? OwnFigure { get; init; }

    /// <summary>Figures that grow with the time that is recorded, and add up over rows.</summary>
    public IReadOnlyList<string> Adds { get; init; } = [];

    /// <summary>Figures that grow with time, and of which rows share parts: the time of a method and of what calls it.</summary>
    public IReadOnlyList<string> Overlaps { get; init; } = [];

    /// <summary>Figures that do neither, such as maxima and quantiles.</summary>
    public IReadOnlyList<string> Keeps { get; init; } = [];

    /// <summary>All that grow with the time that is recorded.</summary>
    public IReadOnlyList<string> Grows => field ??= [.. Adds, .. Overlaps];

    /// <summary>All figures.</summary>
    public IReadOnlyList<string> Figures => field ??= [.. Adds, .. Overlaps, .. Keeps];
}
