using System.Globalization;

namespace Fathom.Model.Traces;

/// <summary>Parts of the time of a recording that a question is about, in order; no two of them overlap or touch.</summary>
public sealed record IntervalSet
{
    /// <summary>So far before or behind a recording lies what has no bound there. Twice as much is a number too.</summary>
    public const long Unbounded = long.MaxValue / 4;

    private IntervalSet(IReadOnlyList<(long FromNs, long ToNs)> intervals, long count, string what, TimeWindow part)
    {
        (Intervals, Count, What) = (intervals, count, what);
        Part = part;
        foreach ((long fromNs, long toNs) in intervals)
            LengthNs += toNs - fromNs;
    }

    /// <summary>Their begins and ends, since that of the recording. What lies at an end is not within.</summary>
    public IReadOnlyList<(long FromNs, long ToNs)> Intervals { get; }

    /// <summary>How many of what they were made from lie within the part that is asked about.</summary>
    public long Count { get; }

    /// <summary>What they were made from, such as "collections".</summary>
    public string What { get; }

    /// <summary>How many of what: "1,217 collections", "1 wait for locks".</summary>
    public string Amount => AmountOf(Count, What);

    /// <summary>The part of the recording that was cut to.</summary>
    public TimeWindow Part { get; }

    /// <summary>How long all of them are.</summary>
    public long LengthNs { get; }

    /// <summary>Why there is none, in one sentence without a full stop; null where there are some, or nothing says it.</summary>
    public string? WhyEmpty { get; init; }

    /// <summary>Makes a set.</summary>
    /// <param name="given">Begins and ends in any order. One without a length has no time and does not count.</param>
    /// <param name="part">The part of the recording that they are cut to.</param>
    /// <param name="what">What they are of, in the plural.</param>
    public static IntervalSet Of(IEnumerable<(long FromNs, long ToNs)> given, TimeWindow part, string what)
    {
        List<(long FromNs, long ToNs)> cut = [];
        foreach ((long fromNs, long toNs) in given)
        {
            if (Math.Max(fromNs, part.BeginNs) < Math.Min(toNs, part.EndNs))
                cut.Add((Math.Max(fromNs, part.BeginNs), Math.Min(toNs, part.EndNs)));
        }

        long count = cut.Count;
        cut.Sort();
        int last = -1;
        for (int i = 0; i < cut.Count; i++)
        {
            (long fromNs, long toNs) = cut[i];
            if (last >= 0 && fromNs <= cut[last].ToNs)
                cut[last] = (cut[last].FromNs, Math.Max(cut[last].ToNs, toNs));
            else
                cut[++last] = (fromNs, toNs);
        }

        cut.RemoveRange(last + 1, cut.Count - last - 1);
        return new IntervalSet(cut, count, what, part);
    }

    /// <summary>How many of what, of one set or of several together.</summary>
    /// <param name="count">How many.</param>
    /// <param name="what">Of what, in the plural.</param>
    public static string AmountOf(long count, string what) =>
        string.Create(CultureInfo.InvariantCulture, $"{count:N0} {(count == 1 ? One(what) : what)}");

    // The first word is the plural.
    private static string One(string what)
    {
        int end = what.IndexOf(' ', StringComparison.Ordinal);
        end = end < 0 ? what.Length : end;
        return what[..(end - 1)] + what[end..];
    }

    /// <summary>The window that reaches from the first to the last of them, with them.</summary>
    public TimeWindow Window() => new(
        Intervals.Count == 0 ? Part.BeginNs : Open(Intervals[0].FromNs), Intervals.Count == 0 ? Part.EndNs : Open(Intervals[^1].ToNs), Part.DurationNs)
    {
        Within = this,
    };

    /// <summary>A bound, without end where it is one of the recording: what lies on its last moment is within.</summary>
    /// <param name="ns">A begin or an end.</param>
    public long Open(long ns) => ns <= 0 ? -Unbounded : ns >= Part.DurationNs ? Unbounded : ns;
}
