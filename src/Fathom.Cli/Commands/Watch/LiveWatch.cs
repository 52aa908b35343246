using System.Globalization;
using Fathom.Capture.Watching;
using Fathom.Cli.Frame;
using Fathom.Cli.Output;
using Fathom.Model.Conditions;
using Fathom.Model.Metrics;
using Fathom.Model.Results;
using Fathom.Query.Info;
using Fathom.Query.Trends;
using Fathom.Render.Live;
using Fathom.Render.Output;
using Fathom.Render.Text;
using Fathom.Storage.Recordings;

namespace Fathom.Cli.Commands.Watch;

/// <summary>Watches running processes and gives the verdict at the end, which may be Ctrl-C.</summary>
internal sealed class LiveWatch
{
    // The samples of hours: a few bytes each.
    private const int ReserveBytes = 256 * 1024;

    private readonly CommandContext _context;
    private readonly LiveWatchSettings _settings;
    private readonly GrowthLimits _limits;
    private readonly OutputRequest _shown;
    private readonly OutputPlan _plan;
    private readonly MetricSet _metrics;

    /// <summary>Refuses what is known to fail before a process is looked at.</summary>
    /// <param name="request">What is shown, and where to.</param>
    /// <param name="settings">What was asked for.</param>
    /// <exception cref="FathomException">A metric or column does not exist, or a value does not fit it (<see cref="ExitCode.Usage"/>).</exception>
    public LiveWatch(OutputRequest request, LiveWatchSettings settings)
    {
        _context = request.Context;
        _settings = settings;
        if (settings is { SamplesFile: { } file, Append: true })
            CsvAppend.Check(file, new ResultTable(WatchCsv.Shape.Columns, []), withTrend: true, _context.Stop);
        if (!settings.WithEvents)
            CheckEvents(request.FailIf);
        _metrics = new MetricSet([.. settings.OwnMetrics, .. MetricCondition.Own(request.FailIf)]);
        ILookup<bool, Condition> limits = request.FailIf.ToLookup(condition => GrowthLimits.IsAbout(condition, _metrics.Columns));
        _limits = new GrowthLimits([.. limits[true]], _metrics.Columns);
        // The verdict goes to standard output: the file of -o holds the samples. A result is given although the watch was stopped.
        CommandContext last = new(_context.OutStream, _context.Error, _context.Time, _context.Terminal, CancellationToken.None) { Verbosity = _context.Verbosity };
        _shown = request with { Context = last, Target = settings.VerdictTarget, FailIf = [.. limits[false]] };
        _plan = _shown.Bind(TrendShapes.Verdicts(settings.VerdictTarget.IsForPeople));
    }

    /// <summary>Watches until the time is over, all have ended or the user stops it, and gives the verdict.</summary>
    public ExitCode Run(IReadOnlyList<WatchTarget> targets)
    {
        AskedFigures asked = new(_settings.WithEvents, _metrics.Own);
        DateTimeOffset start = _context.Time.GetUtcNow();
        WatchView view = View(_metrics.Columns, start);
        if (asked.IsAny)
            view.Say($"note: an event session in each program uses memory there: growth below {ReadableNumber.Of(TrendBook.SessionBytes, ColumnUnit.Bytes)} cannot be distinguished from that");
        using BreachActions breach = new(_settings.OnBreach, _settings.BreachFolder, _context.Time, view.Say, _context.Stop);
        TrendBook book = new();
        WatchTrends trends = new(book, _metrics.Names, _limits, (process, verdict) => Break(view, breach, process, verdict));
        OwnMemory own = new();
        SessionSeen sessions = new();
        List<IWatchObserver> observers = asked.IsAny ? [trends, view, own, sessions] : [trends, view, own];
        if (_settings is { SamplesFile: { } old, Append: false })
            File.Delete(old);
        WatchCsv? csv = _settings.SamplesFile is { } file
            ? new WatchCsv(file, _metrics.Names, start, _settings.Labels.GetValueOrDefault("context"), note => view.Say($"note: {note}"), CancellationToken.None)
            : null;
        if (csv is not null)
            observers.Insert(0, csv);
        using RecordingWriter? writer = Writer(start);
        WatchRecorder? recorder = writer is null ? null : new WatchRecorder(writer, _metrics.Names, note => view.Say($"note: {note}"));
        if (recorder is not null)
            observers.Insert(0, recorder);

        WatchEnd end;
        string? missing = null;
        WatchShare share = new(note => view.Say($"note: {SafeText.Of(note)}"));
        try
        {
            end = new WatchLoop(facts => ProcessSampler.Begin(facts, _settings.Schedule.Interval, asked, share), _metrics.Names.Count, TypeCounter(view).Count, observers, _settings.Clock)
                .Run(targets, _settings.Schedule, _context.Stop, _context.Soon);
        }
        finally
        {
            view.Leave();
            breach.Await();
            missing = recorder?.Close();
        }

        string[] losses = [.. ((string?[])[missing, csv?.Close()]).OfType<string>()];
        ExitCode code = Conclude(book, trends, [.. losses, .. Notes(book, end, trends.Endings, sessions.Without)], sessions.Without, targets, start);
        if (losses.Length > 0 && code is ExitCode.Ok or ExitCode.LimitBroken)
            code = ExitCode.Partial;
        if (_context.Verbosity == Verbosity.Detailed && OwnCost.Sentence(own.Rounds) is { } cost)
            _context.Note(cost);
        return code;
    }

    private WatchView View(IReadOnlyList<ResultColumn> metrics, DateTimeOffset start)
    {
        if (_context.Verbosity == Verbosity.Quiet)
            return new WatchView(TextWriter.Null, null, metrics, start);
        bool redraws = _context.Terminal.ErrorIsTerminal && _context.Terminal.Colour;
        return new WatchView(_context.Error, redraws ? new LiveTable(_context.Error, _context.Terminal.Width) : null, metrics, start);
    }

    private TypeCounter TypeCounter(WatchView view) => new(Environment.ProcessPath!, _settings.HeapArguments, view.Say);

    private RecordingWriter? Writer(DateTimeOffset start)
    {
        if (_settings.Save is not { } path)
            return null;
        RecordingWriter writer = RecordingWriter.Create(
            path, new RecordingOptions(_settings.Command) { ReserveBytes = ReserveBytes, Labels = _settings.Labels, Replace = _settings.Force, Time = _context.Time });
        writer.Describe(manifest => manifest with { Clock = new ManifestClock("monotonic", start, null) });
        return writer;
    }

    private static void Break(WatchView view, BreachActions breach, WatchedProcess process, JudgedLimits verdict)
    {
        string sentence = WatchLimits.Sentence(verdict, process.Facts.Name, process.Facts.Pid);
        view.Say($"so far: {sentence}");
        breach.Run(process, sentence);
    }

    private ExitCode Conclude(TrendBook book, WatchTrends trends, IReadOnlyList<string> notes, IReadOnlyList<WatchedProcess> without, IReadOnlyList<WatchTarget> targets, DateTimeOffset start)
    {
        ExitCode code = _plan.Publish(GrowingRows.Of(new CommandResult(
            "watch",
            [.. targets.Select(static target => target.Word)],
            TrendTable.Of(book.Judge(), "h", static finding => TrendSentence.Of(finding, "h")))
        {
            Header = [.. book.Processes.Select(process => book.Judge(process).ToArray()).Where(static findings => findings.Length > 0).Select(static findings => TrendHeadline.Of(findings, "h"))],
            Missing = [.. without.Select(static process => $"{process.Facts.Name} ({process.Facts.Pid}) had no event session, so what was asked of its events was not measured")],
            Notes = notes,
            About = new ResultTable(AboutTable.Columns, [.. targets.Select(target => About(target, start))]),
        }, _shown));
        foreach ((WatchedProcess process, JudgedLimits verdict) in trends.Conclude())
        {
            code = code.With(verdict.IsBroken, verdict.IsOpen);
            if (verdict.IsBroken || verdict.IsOpen)
                _context.Error.WriteLine(WatchLimits.Sentence(verdict, process.Facts.Name, process.Facts.Pid));
        }

        return code;
    }

    private static Cell[] About(WatchTarget target, DateTimeOffset start) =>
        AboutTable.Row(target.Word, start, target.First.Pid, target.First.Name, target.First.CommandLine, target.First.RuntimeVersion, ToolVersion.Text);

    // What no sample will have cannot be judged.
    private static void CheckEvents(IEnumerable<Condition> conditions)
    {
        foreach (Condition condition in conditions)
        {
            if (condition.Parts.FirstOrDefault(static part => MetricCatalog.Of(MetricOrigin.Events).Any(metric => metric.Name == part.Column)) is { } part)
                throw FathomException.Usage($"'{part.Name}' in '{condition.Option} {condition.Text}' needs an event session.", "add --events; the session uses memory in the program");
        }
    }

    private IEnumerable<string> Notes(TrendBook book, WatchEnd end, IEnumerable<string> endings, IReadOnlyList<WatchedProcess> without)
    {
        foreach (string ending in endings)
            yield return ending;
        if (end == WatchEnd.AllEnded)
            yield return "the watch ended because no process is left";
        foreach (ProcessTrends process in book.Processes.Where(process => !without.Any(one => one.Facts.Pid == process.Subject.Pid)))
        {
            string[] untold = [.. _metrics.Own.Where(metric => process.Find(metric.Name) is not { Series.Samples: > 0 }).Select(static metric => $"'{metric.Name}'")];
            if (untold.Length > 0)
                yield return $"{process.Subject.Name} ({process.Subject.Pid}) reported no value of {string.Join(", ", untold)}: it has none of that name, or it had no data";
        }

        foreach (ProcessTrends process in book.Processes.Where(static process => process.ItemsLeftOut > 0))
            yield return string.Create(CultureInfo.InvariantCulture, $"{process.ItemsLeftOut} types of {process.Subject.Name} were not followed; the maximum is {TrendBook.MaxItems}");
    }
}
