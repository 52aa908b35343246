using System.CommandLine;
using Fathom.Capture.Triggers;
using Fathom.Model.Conditions;
using Fathom.Model.Metrics;

namespace Fathom.Cli.Options;

/// <summary>The options that say what is waited for in a process: one grammar for all that wait.</summary>
/// <param name="waits">What waits, for the help: "Waits until it holds".</param>
internal sealed class ConditionOptions(string waits)
{
    private const string Unresponsive = "unresponsive";
    private const decimal LongestNs = 30m * 24 * 3600 * 1_000_000_000;

    private static readonly TimeSpan s_usualSilence = TimeSpan.FromSeconds(10);

    /// <summary>When conditions are met and what they cost, for the whole help.</summary>
    public const string Details =
        "--when request.duration_ns=2s.. is met while such a request still runs, 2s..5s at its end; each request of the program costs 3 to 7 us more. "
        + "gc.pause_ns is met at the end of a pause, and costs some 20 events for each collection.";

    /// <summary>The conditions.</summary>
    public Option<string[]> When { get; } = OptionCatalog.Values(
        "--when", "CONDITION",
        $"{waits}: metrics such as rss_bytes=2GiB.., managed_bytes, cpu_percent, meter:METER/INSTRUMENT; exception=TYPE,message=TEXT; "
        + "gc.pause_ns=200ms..; request.duration_ns=2s..,route=PATTERN; marker=TEXT; unresponsive. Of several, any.");

    /// <summary>How long they must hold.</summary>
    public Option<string?> Lasting { get; } = OptionCatalog.Value(
        "--lasting", "TIME", "How long the condition must hold without a break, such as 30s; at once by default, 10s for unresponsive.");

    /// <summary>What is waited for.</summary>
    /// <exception cref="FathomException">A value is wrong, or has no use beside the others (<see cref="ExitCode.Usage"/>).</exception>
    public AwaitedConditions Read(ParseResult parsed)
    {
        string[] when = parsed.GetValue(When) ?? [];
        bool unresponsive = when.Contains(Unresponsive, StringComparer.Ordinal);
        Condition[] conditions = [.. when.Where(static text => text != Unresponsive).Select(text => Condition.Parse(When.Name, text))];
        List<ExceptionCondition> exceptions = [];
        List<PauseCondition> pauses = [];
        List<RequestCondition> requests = [];
        List<MarkerCondition> markers = [];
        List<Condition> onMetrics = [];
        foreach (Condition condition in conditions)
        {
            if (PauseCondition.Parse(condition) is { } pause)
                pauses.Add(pause);
            else if (RequestCondition.Parse(condition) is { } request)
                requests.Add(request);
            else if (MarkerCondition.Parse(condition) is { } marker)
                markers.Add(marker);
            else if (ExceptionCondition.Parse(condition) is { } exception)
                exceptions.Add(exception);
            else
                onMetrics.Add(condition);
        }

        if (requests.Count > AwaitedConditions.MostRequests)
        {
            throw FathomException.Usage(
                $"There are more than {AwaitedConditions.MostRequests} conditions on requests.", "one condition takes a list of patterns: route=/a*,/b*");
        }

        MetricSet known = new(MetricCondition.Own(onMetrics));
        MetricCondition[] metrics = [.. onMetrics.Select(condition => MetricCondition.Bind(condition, known))];
        if (parsed.GetValue(Lasting) is { } lasting && metrics.Length == 0 && !unresponsive)
            throw FathomException.Usage($"'--lasting {lasting}' needs a condition.", $"--when cpu_percent=80.. --lasting {lasting}");
        return new AwaitedConditions
        {
            Metrics = metrics,
            Exceptions = exceptions,
            Pauses = pauses,
            Requests = requests,
            Markers = markers,
            Unresponsive = unresponsive,
            Lasting = Time(Lasting, parsed) ?? (unresponsive ? s_usualSilence : TimeSpan.Zero),
        };
    }

    /// <summary>A time of an option beside them, up to 30 days; null where it was not given.</summary>
    /// <exception cref="FathomException">It is none (<see cref="ExitCode.Usage"/>).</exception>
    public static TimeSpan? Time(Option<string?> option, ParseResult parsed) =>
        TimeText.Between(option, parsed, 0, LongestNs, "a time up to 30 days", "30s") is { } nanoseconds ? TimeText.Span(nanoseconds) : null;
}
