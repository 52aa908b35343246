using System.CommandLine;
using System.Globalization;
using Fathom.Capture.Dumps;
using Fathom.Capture.Triggers;
using Fathom.Cli.Options;
using Fathom.Model.Conditions;
using Fathom.Model.Metrics;

namespace Fathom.Cli.Commands.Dump;

/// <summary>The options that say when dumps are taken.</summary>
internal sealed class DumpTriggerOptions
{
    private const string Unresponsive = "unresponsive";

    private static readonly TimeSpan s_usualSilence = TimeSpan.FromSeconds(10);
    private static readonly TimeSpan s_usualPause = TimeSpan.FromSeconds(10);

    private readonly Option<string[]> _when = OptionCatalog.Values(
        "--when", "CONDITION",
        "Waits until it holds: metrics such as rss_bytes=2GiB.., managed_bytes, cpu_percent, meter:METER/INSTRUMENT; exception=TYPE,message=TEXT; unresponsive. Of several, any.");
    private readonly Option<string?> _lasting = OptionCatalog.Value("--lasting", "TIME", "How long the condition must hold without a break, such as 30s; at once by default, 10s for unresponsive.");
    private readonly Option<string?> _every = OptionCatalog.Value("--every", "TIME", "How long after a dump the condition is tested again; 10s by default.");
    private readonly Option<string?> _count = OptionCatalog.Value("--count", "N", "How many dumps are written; 1 by default.");
    private readonly Switch _beforeHandlers = new(
        "--before-handlers", "Holds the thread that throws until the dump is written, before any handler of the program runs; for a process, or a program after --.");
    private readonly Option<string?> _waitFor = OptionCatalog.Value("--wait-for", "NAME", "Dumps the process of this name, also when it starts later or restarts.");

    /// <summary>Adds the options to a command.</summary>
    public DumpTriggerOptions(Command command)
    {
        command.Add(_when);
        command.Add(_beforeHandlers);
        command.Add(_lasting);
        command.Add(_every);
        command.Add(_count);
        command.Add(_waitFor);
    }

    /// <summary>The name that is waited for, or null.</summary>
    public string? WaitFor(ParseResult parsed) => parsed.GetValue(_waitFor);

    /// <summary>When dumps are written and how many, as the options say.</summary>
    /// <exception cref="FathomException">A value is wrong, or has no use beside the others (<see cref="ExitCode.Usage"/>).</exception>
    public DumpSchedule Read(ParseResult parsed)
    {
        string[] when = parsed.GetValue(_when) ?? [];
        bool unresponsive = when.Contains(Unresponsive, StringComparer.Ordinal);
        Condition[] conditions = [.. when.Where(static text => text != Unresponsive).Select(text => Condition.Parse(_when.Name, text))];
        ExceptionCondition[] exceptions = [.. conditions.Select(ExceptionCondition.Parse).OfType<ExceptionCondition>()];
        Condition[] onMetrics = [.. conditions.Where(static condition => ExceptionCondition.Parse(condition) is null)];
        MetricSet known = new(MetricCondition.Own(onMetrics));
        MetricCondition[] metrics = [.. onMetrics.Select(condition => MetricCondition.Bind(condition, known))];
        bool beforeHandlers = _beforeHandlers.IsOn(parsed);
        if (beforeHandlers && exceptions.Length == 0)
            throw FathomException.Usage("'--before-handlers' needs an exception to wait for.", "--before-handlers --when 'exception=*'");
        int count = Count(parsed.GetValue(_count));
        if (parsed.GetValue(_lasting) is { } lasting && metrics.Length == 0 && !unresponsive)
            throw FathomException.Usage($"'--lasting {lasting}' needs a condition.", $"--when cpu_percent=80.. --lasting {lasting}");
        if (parsed.GetValue(_every) is { } every && count == 1)
            throw FathomException.Usage($"'--every {every}' has no effect with one dump.", $"--count 3 --every {every}");
        return new DumpSchedule
        {
            Metrics = metrics,
            Exceptions = exceptions,
            BeforeHandlers = beforeHandlers,
            Unresponsive = unresponsive,
            Count = count,
            Lasting = Time(_lasting, parsed) ?? (unresponsive ? s_usualSilence : TimeSpan.Zero),
            Every = Time(_every, parsed) ?? s_usualPause,
        };
    }

    private static int Count(string? text)
    {
        const int most = 1000;
        if (text is null)
            return 1;
        return int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out int count) && count is >= 1 and <= most
            ? count
            : throw FathomException.Usage($"'{text}' in '--count {text}' is not a number of dumps from 1 to {most}.", "--count 3");
    }

    private static TimeSpan? Time(Option<string?> option, ParseResult parsed)
    {
        const decimal longest = 30m * 24 * 3600 * 1_000_000_000;
        return TimeText.Between(option, parsed, 0, longest, "a time up to 30 days", "30s") is { } nanoseconds ? TimeText.Span(nanoseconds) : null;
    }
}
