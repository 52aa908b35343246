using System.CommandLine;
using Fathom.Capture.Watching;
using Fathom.Cli.Frame;
using Fathom.Cli.Options;
using Fathom.Cli.Output;
using Fathom.Cli.Sources;
using Fathom.Cli.Verbs;
using Fathom.Model.Metrics;
using Fathom.Model.Results;
using Fathom.Query.Trends;
using Fathom.Render.Formats;
using Fathom.Sources.Machine.Processes;
using Fathom.Sources.Subjects;

namespace Fathom.Cli.Commands.Watch;

/// <summary><c>fathom watch PROCESS…</c>: metrics over hours, and whether they grow.</summary>
internal sealed class WatchCommand : FathomCommand
{
    public const string Summary = "Samples processes for hours and reports what grows, with confidence.";

    private readonly Argument<string[]> _subjects = new("process") { Description = "Pids or process names.", Arity = ArgumentArity.ZeroOrMore };
    private readonly Option<string?> _onBreach = OptionCatalog.Value(
        "--on-breach", "snapshot,dump", "The short form of --then snapshot --then dump.");
    private readonly Option<string[]> _then = OptionCatalog.Values(
        "--then", "ACTION", "What is done when a limit is broken: dump, snapshot (of the heap), stacks, recording, 'exec COMMAND'.");
    private readonly Option<string[]> _input = OptionCatalog.Values("--input", "FILE", "Judges samples that were taken before: CSV files or recordings; * and ? are wildcards.");
    private readonly Option<string?> _by = OptionCatalog.Value("--by", "time|context", "What orders the samples of --input; with context, growth is per iteration.");
    private readonly Switch _events = new(
        "--events", "Opens an event session in each runtime too: handles, timers, thread pool, assemblies, time in collections. A program grows by up to 32 MiB.");
    private readonly Option<string[]> _metric = OptionCatalog.Values(
        "--metric", "NAME", "Samples meter:METER/INSTRUMENT or counter:EVENTSOURCE/COUNTER of the program too, by such a session.");
    private readonly WatchOptions _schedule;
    private readonly SourceOptions _source;
    private readonly OutputOptions _output;

    public WatchCommand()
        : base("watch", Summary)
    {
        Add(_subjects);
        _schedule = new WatchOptions(this);
        Add(_events);
        Add(_metric);
        Add(_then);
        AddGroup("Limits").Add(_onBreach);
        Add(_input);
        Add(_by);
        _output = new OutputOptions(this, OutputFeatures.All);
        _source = new SourceOptions(this, saves: true, anyProcess: true, stops: false, takesCore: false);
    }

    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("fathom watch MyApp", "until Ctrl-C, then the verdict: what grows, and how fast"),
        new("fathom watch MyApp --duration 8h --save night.fathom", "a night, saved as a recording"),
        new("fathom watch api worker --interval 1min -o trend.csv --append", "two processes with one time stamp; each sample goes to a CSV file at once"),
        new("fathom watch MyApp --types 60", "counts the objects of each type too, at every 60th sample"),
        new("fathom watch MyApp --duration 1h --fail-if growth.rss_bytes=5MiB..", ExitText.EndsWhen("memory grows by 5 MiB an hour or more")),
        new("fathom watch --input 'leak*.csv' --by context", "judges samples that a script took, one for each test run"),
        new(
            "fathom watch MyApp --fail-if rss_bytes=2GiB.. --then snapshot --then dump",
            "saves a snapshot of the heap and a dump when 2 GiB are reached"),
    ];

    public override string Remarks =>
        "A process is not stopped (except by --types), ptrace is not used, and the program does no work for it (except by --events). A name is followed when its process restarts; a pid is not.\n"
        + "pss_bytes, vmas and the control group are read less often when that takes long or many processes are watched; a note says so.\n"
        + "Growth is a Theil-Sen slope without the warm-up, confirmed by a Mann-Kendall test; docs/watch.md explains the verdicts.\n"
        + "-o FILE.csv gets each sample at once; the verdict goes to standard output. Ctrl-C ends a watch with its verdict.";

    public override ResultShape? ShapeOf(ParseResult parsed, CommandContext context) => TrendShapes.Verdicts(isForPeople: true);

    public override ValueTask<ExitCode> RunAsync(ParseResult parsed, CommandContext context)
    {
        OutputRequest request = _output.Read(parsed, context);
        return new(parsed.GetValue(_input) is { Length: > 0 } files ? Judge(parsed, files, request) : Live(parsed, request, context));
    }

    private ExitCode Judge(ParseResult parsed, string[] files, OutputRequest request)
    {
        string? other = parsed.GetValue(_subjects) is [var word, ..]
            ? word
            : _schedule.FirstGiven(parsed) ?? (_source.Save(parsed) is not null ? "--save" : _events.IsOn(parsed) ? _events.Name : parsed.GetValue(_metric) is { Length: > 0 } ? _metric.Name : null);
        if (other is not null)
            throw FathomException.Usage($"'{other}' is for running processes, and '--input' for samples that were taken before.", "leave one of them out");
        TrendAxis axis = parsed.GetValue(_by) switch
        {
            null or "time" => TrendAxis.Time,
            "context" => TrendAxis.Context,
            var by => throw FathomException.Usage($"'{by}' in '--by {by}' is not a way to order samples.", "--by context"),
        };
        return InputWatch.Run(files, axis, CommandText.Of(parsed), request);
    }

    private ExitCode Live(ParseResult parsed, OutputRequest request, CommandContext context)
    {
        if (parsed.GetValue(_by) is { } by)
            throw FathomException.Usage($"'--by {by}' orders the samples of '--input'; those of running processes are ordered by time.", "leave --by out");
        string[] words = parsed.GetValue(_subjects) ?? [];
        if (words.Length == 0)
            throw FathomException.Usage("'fathom watch' needs a process.", "fathom watch MyApp; 'fathom ps' lists the processes");
        if (parsed.GetValue(_onBreach) is { } action && request.FailIf.Count == 0)
            throw FathomException.Usage($"'{_onBreach.Name} {action}' needs a limit of --fail-if.", $"--fail-if rss_bytes=2GiB.. {_onBreach.Name} {action}");
        if (parsed.GetValue(_then) is [var then, ..] && request.FailIf.Count == 0)
        {
            throw FathomException.Usage(
                $"'{_then.Name} {then}' needs a limit of --fail-if.", $"--fail-if rss_bytes=2GiB.. {_then.Name} {then}");
        }

        string? file = request.Target.File;
        if (file is not null && request.Target.Format != OutputFormat.Csv)
            throw FathomException.Usage($"'{file}' gets each sample at once, which only CSV can hold.", "-o FILE.csv; '--format json > FILE' keeps the verdict");
        LiveWatchSettings settings = new(
            CommandText.Of(parsed),
            _schedule.Read(parsed),
            request.Target with { File = null, Append = false, Format = file is null ? request.Target.Format : OutputFormat.Table })
        {
            SamplesFile = file,
            Append = request.Target.Append,
            WithEvents = _events.IsOn(parsed),
            OwnMetrics = Array.ConvertAll(parsed.GetValue(_metric) ?? [], name => OwnMetric.Parse(name, $"in '{_metric.Name} {name}'")),
            Save = _source.Save(parsed),
            Force = request.Target.Force,
            Labels = _source.Labels(parsed),
            OnBreach = BreachActions.Parse(_onBreach.Name, parsed.GetValue(_onBreach), _then.Name, parsed.GetValue(_then) ?? []),
        };
        LiveWatch watch = new(request, settings);
        WatchTarget[] targets = Array.ConvertAll(_source.Resolve(parsed, words), subject => Target(parsed, subject, context));
        return watch.Run(targets);
    }

    private WatchTarget Target(ParseResult parsed, Subject subject, CommandContext context)
    {
        if (subject is not ProcessSubject process)
            throw FathomException.Usage($"'{subject.Word}' is not a running process.", "fathom watch MyApp");
        if (subject.Note is { } note)
            context.Note(note);
        bool isNumber = subject.Word.StartsWith("pid:", StringComparison.Ordinal) || subject.Word.All(char.IsAsciiDigit);
        return new WatchTarget(subject.Word, process.Process, isNumber ? null : () => FindAgain(parsed, subject.Word));
    }

    // While a program starts again there may be none, or for a moment two of it.
    private ProcessFacts? FindAgain(ParseResult parsed, string word)
    {
        try
        {
            return _source.Resolve(parsed, word)[0] is ProcessSubject process ? process.Process : null;
        }
        catch (FathomException)
        {
            return null;
        }
    }
}
