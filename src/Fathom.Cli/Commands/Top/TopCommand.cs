using System.CommandLine;
using System.Globalization;
using Fathom.Capture.Top;
using Fathom.Cli.Frame;
using Fathom.Cli.Options;
using Fathom.Cli.Output;
using Fathom.Cli.Verbs;
using Fathom.Model.Results;
using Fathom.Render.Formats;
using Fathom.Sources.Machine.Processes;
using Fathom.Sources.Metrics;
using Fathom.Sources.Subjects;

namespace Fathom.Cli.Commands.Top;

/// <summary><c>fathom top</c>: what the .NET processes of this machine do now.</summary>
internal sealed class TopCommand : AnswerCommand
{
    public const string Summary = "What .NET processes do now: CPU, ready, GC, allocations, pool, requests.";

    private const string PidPrefix = "pid:";
    private const long NsPerMs = 1_000_000;
    private static readonly TimeSpan s_longestStart = TimeSpan.FromSeconds(5);

    private readonly Argument<string?> _pattern = new("pattern")
    {
        Arity = ArgumentArity.ZeroOrOne,
        Description = "Name of the application or program, or a pid; * and ? are wildcards. All .NET processes without it.",
    };

    private readonly Option<string?> _interval = OptionCatalog.Value("--interval", "TIME", "From one look to the next; 1s by default.");
    private readonly Switch _once = new("--once", "Looks for one interval and ends, as it does where the output is no terminal.");
    private readonly Switch _noEvents = new("--no-events",
        "Opens no event session: without GC, allocations, pool, requests and exceptions.");

    private readonly Option<string?> _rename = OptionCatalog.Rename();

    public TopCommand()
        : base("top", Summary)
    {
        Add(_pattern);
        Add(_interval);
        Add(_once);
        Add(_noEvents);
        Add(_rename);
        AddOutput();
    }

    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("fathom top", "all .NET processes, drawn again each second; q ends it"),
        new("fathom top 'api*' --interval 5s", "those whose name begins with api"),
        new("fathom top --format json", "one look, for a script"),
        new("fathom top --no-events --sort rss_bytes", "from /proc only: no runtime is asked"),
    ];

    public override string Remarks =>
        "No process is stopped. An event session in each runtime asks for its counters once a second, as dotnet-counters does; --no-events "
        + "has none.\n"
        + "cpu and ready are percent of one processor, added over threads; gc is the time in pauses. What a second has is the runtime's last count.\n"
        + "On a terminal: up and down choose a process, Enter shows its threads and records its methods, c m g a r sort by cpu, memory, gc, "
        + "allocations, ready.";

    public override ResultShape? ShapeOf(ParseResult parsed, CommandContext context) => TopTable.Shape;

    public override ValueTask<ExitCode> RunAsync(ParseResult parsed, CommandContext context)
    {
        Asked asked = new(parsed, context, Output);
        OutputRequest request = asked.Request;
        OutputPlan plan = request.Bind(TopTable.Shape);
        TimeSpan interval = TimeText.Span(TimeText.Between(
            _interval, parsed, 100 * NsPerMs, 3_600_000m * NsPerMs, "between 100ms and 1h", "1s") ?? 1000 * NsPerMs);
        ProcessScanner scanner = new(OptionCatalog.Rules(parsed, _rename));
        string? pattern = parsed.GetValue(_pattern);
        using TopLooks looks = new(leaveOut => Find(scanner, pattern, leaveOut, context.Stop), !asked.Has(_noEvents));
        if (looks.Look().Count == 0 && pattern is not null)
            throw FathomException.Target($"No .NET process matches '{pattern}'.", "fathom ps lists them");
        bool isLive = !asked.Has(_once) && request.Target is { File: null } target && target.Format == OutputFormat.Table
            && context.Terminal is { OutputIsTerminal: true, CanDraw: true } && TerminalKeys.AreThere;
        if (isLive)
        {
            using TerminalKeys keys = TerminalKeys.Open();
            using TopScreen screen = new(looks, keys, context, context.Terminal.AtItsSize, interval, terminal => Output.Read(parsed, terminal));
            screen.Run();
            return new(ExitCode.Ok);
        }

        return new(plan.Publish(Once(asked, looks, interval, pattern)));
    }

    private static IReadOnlyList<ProcessFacts> Find(
        ProcessScanner scanner, string? pattern, Func<int, bool> leaveOut, CancellationToken stop)
    {
        IReadOnlyList<ProcessFacts> all = scanner.Scan(leaveOut, stop).Processes;
        string? number = pattern?.StartsWith(PidPrefix, StringComparison.Ordinal) == true ? pattern[PidPrefix.Length..] : pattern;
        return pattern is null ? all
            : int.TryParse(number, NumberStyles.None, CultureInfo.InvariantCulture, out int pid) ? [.. all.Where(one => one.Pid == pid)]
            : SubjectResolver.Matching(all, pattern);
    }

    private static CommandResult Once(Asked asked, TopLooks looks, TimeSpan interval, string? pattern)
    {
        CancellationToken stop = asked.Context.Stop;
        MachineBusy machine = new();
        using (asked.Context.ShowStep("looking"))
        {
            if (!Until(() => looks.IsSettled, s_longestStart, stop))
                stop.ThrowIfCancellationRequested();
            looks.Look();
            machine.Look();
            stop.WaitHandle.WaitOne(interval);
            stop.ThrowIfCancellationRequested();
        }

        IReadOnlyList<TopRow> rows = looks.Look();
        return TopAnswer.Of(asked.Title, pattern is null ? [] : [pattern], rows, machine.Look()) with
        {
            Notes = [.. looks.Problems.Select(static one => $"{one.Process.Name} ({one.Process.Pid}) tells nothing of its runtime: {one.Reason}")],
        };
    }

    private static bool Until(Func<bool> condition, TimeSpan longest, CancellationToken stop)
    {
        const int step = 20;
        long end = Environment.TickCount64 + (long)longest.TotalMilliseconds;
        while (!condition() && Environment.TickCount64 < end && !stop.WaitHandle.WaitOne(step))
        {
            // The runtimes answer meanwhile.
        }

        return condition();
    }
}
