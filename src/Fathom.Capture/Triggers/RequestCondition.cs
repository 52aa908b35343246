using Fathom.Model;
using Fathom.Model.Conditions;
using Fathom.Model.Patterns;
using Fathom.Model.Results;

namespace Fathom.Capture.Triggers;

/// <summary>
/// Which requests that a program answers are waited for: <c>request.duration_ns=RANGE</c>, with <c>,route=PATTERN</c> or
/// <c>,url=PATTERN</c> or without. Route and URL are those of table <c>request</c>.
/// </summary>
public sealed class RequestCondition
{
    private const string Subject = "request";
    private const string Duration = "request.duration_ns";
    private const string Route = "route";
    private const string Url = "url";

    // Times are added to it.
    private const long MostNs = long.MaxValue / 2;

    private readonly NumberRange _range;
    private readonly PatternList? _route;
    private readonly PatternList? _url;

    private RequestCondition(Condition condition)
    {
        Text = condition.Text;
        string range = condition.Parts.Single(static part => part.Name == Duration).Value;
        _range = NumberRange.Parse(range, ColumnUnit.Nanoseconds, $"in '{condition.Option} {condition.Text}'");
        if (_range.Min > MostNs)
            throw FathomException.Usage($"'{range}' in '{condition.Option} {condition.Text}' is longer than a request can take.", $"{Duration}=2s..");
        _route = Patterns(condition, Route);
        _url = Patterns(condition, Url);
    }

    /// <summary>As the user wrote it.</summary>
    public string Text { get; }

    /// <summary>The time in ns after which one that goes on is one of them already; null where only its end tells.</summary>
    public long? RunningNs => _range is { Min: { } least, Max: null } ? (long)least : null;

    /// <summary>The requests that a condition of the command line is about.</summary>
    /// <returns>Null where the condition is about something else.</returns>
    /// <exception cref="FathomException">A part of it has no meaning, or there is no duration (<see cref="ExitCode.Usage"/>).</exception>
    public static RequestCondition? Parse(Condition condition)
    {
        if (!condition.Parts.Any(static part => part.Row == Subject || part.Name is Route or Url))
            return null;
        const string form = $"{Duration}=2s.. or {Duration}=2s..,{Route}=/orders/*";
        if (condition.Parts.FirstOrDefault(static part => part.Name is not (Duration or Route or Url)) is { } other)
        {
            throw FathomException.Usage(
                $"'{other.Name}' in '{condition.Option} {condition.Text}' is not a part of a condition on requests.",
                $"{form}; give other conditions a separate --when");
        }

        return condition.Parts.Count(static part => part.Name == Duration) switch
        {
            1 => new RequestCondition(condition),
            0 => throw FathomException.Usage($"'{condition.Option} {condition.Text}' does not say how long a request must take.", form),
            _ => throw FathomException.Usage($"'{condition.Option} {condition.Text}' has '{Duration}' twice.", $"{Duration}=2s..5s"),
        };
    }

    /// <summary>Whether a request is one of them, if it takes as long.</summary>
    /// <param name="route">Its route.</param>
    /// <param name="url">Its path.</param>
    public bool IsOf(ReadOnlySpan<char> route, ReadOnlySpan<char> url) => _route?.Matches(route) != false && _url?.Matches(url) != false;

    /// <summary>Whether one that took this time is long or short enough.</summary>
    /// <param name="durationNs">In ns.</param>
    public bool Holds(long durationNs) => _range.Contains(durationNs);

    private static PatternList? Patterns(Condition condition, string name)
    {
        string[] values = [.. condition.Parts.Where(part => part.Name == name).Select(static part => part.Value)];
        return values.Length > 0 ? new PatternList(values) : null;
    }
}
