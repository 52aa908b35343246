namespace Fathom.Model.Traces;

/// <summary>
/// A part of the time of a recording. What has a moment counts where that lies, at the begin too and not at the end; what lasts is
/// clipped, and counts where it begins. So times and counts of windows that adjoin add up to those of both together.
/// </summary>
/// <param name="FromNs">Its begin, since that of the recording; null for no bound.</param>
/// <param name="ToNs">Its end; null for no bound.</param>
/// <param name="DurationNs">How long all of the recording is.</param>
public sealed record TimeWindow(long? FromNs, long? ToNs, long DurationNs)
{
    /// <summary>The intervals within it that are asked about; null for all of it.</summary>
    public IntervalSet? Within { get; init; }

    /// <summary>How long it is within the recording; of intervals their sum.</summary>
    public long LengthNs => Within?.LengthNs ?? EndNs - BeginNs;

    /// <summary>Where it begins within the recording.</summary>
    public long BeginNs => Math.Max(0, FromNs ?? 0);

    /// <summary>Where it ends within the recording.</summary>
    public long EndNs => Math.Min(DurationNs, ToNs ?? DurationNs);
}

/// <summary>The moment of a recording that times count from, where it is not the begin.</summary>
/// <param name="Text">What the user wrote, such as "marker:load".</param>
/// <param name="AtNs">When it was, since the begin of the recording.</param>
public sealed record TimeZero(string Text, long AtNs)
{
    /// <summary>Name of the option.</summary>
    public const string Option = "--zero";

    /// <summary>Whether it is a time since the begin or before the end, and nothing that happened then.</summary>
    public bool IsTime => Text.TrimStart('+', '-') is [>= '0' and <= '9', ..] && !Text.Contains(':', StringComparison.Ordinal);
}
