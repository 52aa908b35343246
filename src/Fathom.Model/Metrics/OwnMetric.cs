namespace Fathom.Model.Metrics;

/// <summary>
/// A figure that a program tells of itself: an instrument of <c>System.Diagnostics.Metrics</c> (<c>meter:MyApp/orders</c>, <c>meter:MyApp/latency@p95</c>) or a counter
/// of an event source (<c>counter:MyApp-Events/queue-length</c>).
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
    private const string NextStep = "write meter:METER/INSTRUMENT, with @p95, @p99 or @total behind it where that is wanted, or counter:EVENTSOURCE/COUNTER";

    private static readonly (string Suffix, OwnFigure Figure)[] s_figures = [("p95", OwnFigure.P95), ("p99", OwnFigure.P99), ("total", OwnFigure.Total)];

    /// <summary>Whether a name is one of these, and not a metric that every process has.</summary>
    public static bool Is(ReadOnlySpan<char> name) => name.StartsWith(Meter) || name.StartsWith(Counter);

    /// <summary>Whether a name is a sum since the start, which only grows.</summary>
    public static bool IsSum(string name) => Is(name) && name.EndsWith("@total", StringComparison.Ordinal);

    /// <summary>Whether all of a text may stand in such a name: meters, instruments and event sources are named by letters, digits and some marks.</summary>
    public static bool MayHold(ReadOnlySpan<char> text)
    {
        foreach (char c in text)
        {
            if (!char.IsAsciiLetterOrDigit(c) && c is not ('_' or '.' or '-' or '/' or ':' or '@'))
                return false;
        }

        return true;
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
            ? new OwnMetric(name, isMeter, rest[..slash], rest[(slash + 1)..], figure)
            : throw FathomException.Usage($"'{name}' {where} does not say {(isMeter ? "which instrument of which meter" : "which counter of which event source")}.", NextStep);
    }
}
