namespace Fathom.Model.Metrics;

/// <summary>
/// A figure that a program tells of itself: an instrument of <c>System.Diagnostics.Metrics</c> (<c>meter:MyApp/orders</c>, <c>meter:MyApp/latency@p95</c>) or a counter
/// of an event source (<c>counter:MyApp-Events/queue-length</c>). <c>meter:MyApp/orders{shop=north}</c> is of the sets of tags that have this one.
/// </summary>
/// <param name="Name">As it was written; the name of its column.</param>
/// <param name="IsMeter">Whether a meter has it, and not an event source.</param>
/// <param name="Source">Name of the meter or event source.</param>
/// <param name="Instrument">Name of the instrument or counter.</param>
/// <param name="Figure">What of it.</param>
public sealed record OwnMetric(string Name, bool IsMeter, string Source, string Instrument, OwnFigure Figure)
{
    private const string Meter = "meter:";
    private const string Counter = "counter:";
    private const string NextStep =
        "write meter:METER/INSTRUMENT, with {TAG=VALUE} for one tag and @p95, @p99 or @total behind it where that is wanted, or counter:EVENTSOURCE/COUNTER";

    private static readonly (string Suffix, OwnFigure Figure)[] s_figures = [("p95", OwnFigure.P95), ("p99", OwnFigure.P99), ("total", OwnFigure.Total)];

    /// <summary>The tags that it is of, each as <c>NAME=VALUE</c>; empty for the sum over all.</summary>
    public IReadOnlyList<string> Tags { get; private init; } = [];

    /// <summary>Whether a name is one of these, and not a metric that every process has.</summary>
    public static bool Is(ReadOnlySpan<char> name) => name.StartsWith(Meter) || name.StartsWith(Counter);

    /// <summary>Whether a name is a sum since the start, which only grows.</summary>
    public static bool IsSum(string name) => Is(name) && name.EndsWith("@total", StringComparison.Ordinal);

    /// <summary>Whether all of a text may stand in such a name: meters, instruments and event sources are named by letters, digits and some marks, tags by anything.</summary>
    public static bool MayHold(ReadOnlySpan<char> text)
    {
        if (text.IndexOf('{') is >= 0 and var open && text[open..].IndexOf('}') is > 1 and var length)
        {
            ReadOnlySpan<char> tags = text.Slice(open + 1, length - 1);
            return IsPlain(text[..open]) && IsPlain(text[(open + length + 1)..]) && tags.IndexOf('=') > 0 && tags.IndexOfAnyInRange('\0', '\x1f') < 0;
        }

        return IsPlain(text);
    }

    private static bool IsPlain(ReadOnlySpan<char> text)
    {
        foreach (char c in text)
        {
            if (!char.IsAsciiLetterOrDigit(c) && c is not ('_' or '.' or '-' or '/' or ':' or '@'))
                return false;
        }

        return true;
    }

    /// <summary>Where the first <c>=</c> is that does not stand among tags; -1 where there is none.</summary>
    public static int EndOfName(ReadOnlySpan<char> text)
    {
        bool isOfTags = false;
        for (int i = 0; i < text.Length; i++)
        {
            if (text[i] == '=' && !isOfTags)
                return i;
            isOfTags = text[i] == '{' || (isOfTags && text[i] != '}');
        }

        return -1;
    }

    /// <summary>Whether a set of tags has all of these.</summary>
    /// <param name="tags">The tags of a value: <c>NAME=VALUE,…</c>; a value may have commas of its own.</param>
    /// <param name="others">Those of its instrument and meter.</param>
    public bool IsOf(ReadOnlySpan<char> tags, ReadOnlySpan<char> others)
    {
        foreach (string tag in Tags)
        {
            if (!Has(tags, tag) && !Has(others, tag))
                return false;
        }

        return true;
    }

    private static bool Has(ReadOnlySpan<char> tags, string tag)
    {
        for (int from = 0; from <= tags.Length - tag.Length && tags[from..].IndexOf(tag, StringComparison.Ordinal) is >= 0 and var at;)
        {
            from += at;
            int end = from + tag.Length;
            if ((from == 0 || tags[from - 1] == ',') && (end == tags.Length || tags[end] == ','))
                return true;
            from++;
        }

        return false;
    }

    // A comma separates tags where a name and "=" follow.
    private static List<string> Split(string tags)
    {
        List<string> all = [];
        foreach (string part in tags.Split(','))
        {
            if (part.IndexOf('=') > 0 || all.Count == 0)
                all.Add(part);
            else
                all[^1] += $",{part}";
        }

        return all;
    }

    /// <summary>Reads a name.</summary>
    /// <param name="name">As the user wrote it.</param>
    /// <param name="where">Where it was written, for the message: "in '--metric orders'".</param>
    /// <exception cref="FathomException">It is none (<see cref="ExitCode.Usage"/>).</exception>
    public static OwnMetric Parse(string name, string where)
    {
        if (!Is(name) || !MayHold(name))
            throw FathomException.Usage($"'{name}' {where} is not a metric of a program.", NextStep);
        bool isMeter = name.StartsWith(Meter, StringComparison.Ordinal);
        string rest = name[(isMeter ? Meter : Counter).Length..];
        IReadOnlyList<string> tags = [];
        if (rest.IndexOf('{') is >= 0 and var open)
        {
            int close = rest.IndexOf('}');
            if (!isMeter)
                throw FathomException.Usage($"'{name}' {where} has tags, and counters of event sources have none.", NextStep);
            tags = Split(rest[(open + 1)..close]);
            rest = rest.Remove(open, close + 1 - open);
        }

        OwnFigure figure = OwnFigure.Usual;
        if (rest.LastIndexOf('@') is >= 0 and var mark)
        {
            int known = Array.FindIndex(s_figures, one => one.Suffix == rest[(mark + 1)..]);
            if (known < 0 || !isMeter)
                throw FathomException.Usage($"'{rest[mark..]}' {where} is not a figure of {(isMeter ? "an instrument" : "a counter")}.", NextStep);
            (figure, rest) = (s_figures[known].Figure, rest[..mark]);
        }

        int slash = rest.IndexOf('/');
        return slash > 0 && slash < rest.Length - 1
            ? new OwnMetric(name, isMeter, rest[..slash], rest[(slash + 1)..], figure) { Tags = tags }
            : throw FathomException.Usage($"'{name}' {where} does not say {(isMeter ? "which instrument of which meter" : "which counter of which event source")}.", NextStep);
    }
}
