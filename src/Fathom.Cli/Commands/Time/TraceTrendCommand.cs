using System.CommandLine;
using System.Globalization;
using Fathom.Cli.Frame;
using Fathom.Cli.Options;
using Fathom.Cli.Output;
using Fathom.Cli.Sources;
using Fathom.Cli.Verbs;
using Fathom.Model.Conditions;
using Fathom.Model.Results;
using Fathom.Model.Traces;
using Fathom.Query.Comparing;
using Fathom.Query.Sessions;
using Fathom.Storage.Recordings;

namespace Fathom.Cli.Commands.Time;

/// <summary><c>fathom VERB trend RECORDING…</c>: a verb's rows over recordings, the oldest first.</summary>
internal sealed class TraceTrendCommand : SubjectCommand
{
    private const int Fewest = 2;
    private const string UtcFormat = "yyyy-MM-dd'T'HH:mm:ss'Z'";

    private readonly TraceViewCommand _view;
    private readonly Argument<string[]> _recordings = new("recordings")
    {
        Arity = ArgumentArity.OneOrMore,
        HelpName = "RECORDING",
        Description = "Recordings, or traces; folders of them, or patterns in quotes: 'runs/**/*Shop*;!*warm*'.",
    };

    private readonly Option<string?> _measure =
        OptionCatalog.Value("--measure", "COLUMN", "Follows this figure of the verb, not the usual one.");
    private readonly Switch _each = new("--each", "Has a row for each recording, as a script would want them.");
    private readonly ComparisonOptions _per;

    /// <summary>Declares the view.</summary>
    /// <param name="view">The verb.</param>
    /// <param name="options">Options of the verb that mean the same here.</param>
    public TraceTrendCommand(TraceViewCommand view, params ReadOnlySpan<Option?> options)
        : base("trend", "How rows change over many recordings; what is unusual in the newest.")
    {
        _view = view;
        Add(_recordings);
        Add(_measure);
        Add(_each);
        _per = new ComparisonOptions(this, view, options, hasSides: false);
        AddOutput(view.NamesTypes ? OutputFeatures.TypeView : OutputFeatures.View);
        Source = new SourceOptions(this, saves: false, anyProcess: true, asksRuntime: false, stops: false, takesTrace: true);
    }

    public override IReadOnlyList<Example> Examples =>
    [
        new($"fathom {_view.Name} trend mon.fathom tue.fathom wed.fathom", "a bar for each run, the newest last; what is furthest from usual comes first"),
        new($"fathom {_view.Name} trend 'runs/*.fathom'", "the same of all recordings of a folder"),
        new($"fathom {_view.Name} trend 'runs/**;!*warm*' --where is_outside=true", "where the newest is unlike all others"),
        new($"fathom {_view.Name} trend 'runs/*' --fail-if is_outside=true,delta=1..", ExitText.EndsWhen("there is such a row, and it grew")),
        new($"fathom {_view.Name} trend 'runs/*' --each -o runs.csv", "every value of every run"),
    ];

    public override string Remarks =>
        "Recordings stand in the order in which they were made. usual is the median of all but the newest, last the newest, by the second that was "
        + "recorded; maxima and quantiles are taken as they are. outside says whether the newest is farther from all others than these are from each "
        + $"other; it needs {TableTrend.FewestForOutside} recordings. What was 0 has no percent. Bars: the highest is the largest value, '.' is 0, '?' "
        + $"not known; of more than {TrendBars.Most} runs the newest have one.";

    public override string NextStep => $"fathom {_view.Name} trend mon.fathom tue.fathom wed.fathom";

    protected override string[] Words(ParseResult parsed) => RecordingPaths.Once(RecordingPaths.Of(parsed.GetValue(_recordings) ?? [], alsoTraces: true));

    protected override SubjectQuestion Ask(AskedSubjects asked)
    {
        (ResultShape shape, var compared) = _view.Compared(asked);
        TableTrend trend = new(shape, compared, ComparisonOptions.Measure(_measure, asked, _view.Name, compared), _per.IsPerSecond(asked));
        TimeBounds? bounds = _per.Window?.Read(asked.Parsed);
        Action<QuerySession>? setTags = _view.TagsOf(asked);
        return new SubjectQuestion(_each.IsOn(asked.Parsed) ? trend.EachShape : trend.Shape, ComparisonOptions.Reader(asked.Title), inquiry =>
        {
            setTags?.Invoke(inquiry.Session);
            return Answer(asked, inquiry, trend, bounds);
        });
    }

    protected override void Prepare(AskedSubjects asked)
    {
        if (asked.Words.Length < Fewest)
            throw FathomException.Usage($"'fathom {asked.Title}' follows rows over recordings, and '{string.Join(' ', asked.Words)}' is one.", NextStep);
        if (asked.Words.Length < TableTrend.FewestForOutside
            && asked.Request.Where.Concat(asked.Request.FailIf).Any(static one => one.Parts.Any(IsOutside)))
        {
            throw FathomException.Usage(
                $"'{TableTrend.Outside}' is told of {TableTrend.FewestForOutside} recordings or more, and there are {asked.Words.Length}.",
                "name more recordings, or leave it out");
        }

        static bool IsOutside(ConditionPart part) => part.Name is TableTrend.Outside or "outside";
    }

    private CommandResult Answer(AskedSubjects asked, Inquiry inquiry, TableTrend trend, TimeBounds? bounds)
    {
        IReadOnlyList<TraceFacts> facts = ComparedRecordings.FactsOf(inquiry, 0, (bounds, bounds));
        ComparedRecordings recordings = new(_view, asked, inquiry, facts);
        (int Rec, DateTimeOffset Utc)[] order =
        [
            .. inquiry.Session.Recordings.Select(static (recording, i) => (i, Began(recording)))
                .OrderBy(static one => one.Item2).ThenBy(one => inquiry.Subjects[one.i], StringComparer.Ordinal),
        ];
        (ResultTable, long)[] runs = [.. order.Select(one => recordings.Runs[one.Rec])];
        ResultTable rows = _each.IsOn(asked.Parsed)
            ? trend.Each(runs, [.. order.Select(one => (inquiry.Subjects[one.Rec], Text(one.Utc)))])
            : trend.Rows(runs);
        return recordings.Told(inquiry, inquiry.Result(rows), rows.Rows.Count == 0) with
        {
            Header = [.. Header(asked, trend, [.. order.Select(static one => one.Utc)], inquiry.Subjects[order[^1].Rec])],
        };
    }

    private IEnumerable<string> Header(AskedSubjects asked, TableTrend trend, DateTimeOffset[] times, string newest)
    {
        string per = trend.Per is { } by ? $" {by}" : "";
        yield return string.Create(
            CultureInfo.InvariantCulture,
            $"{_view.ContentOf(asked)}, {trend.Figure}{per}: {times.Length:#,##0} recordings, {Text(times[0])} to {Text(times[^1])}; the newest is '{newest}'");
        if (times.Distinct().Count() < times.Length)
            yield return "Some were made at the same moment, and stand in the order of their names.";
        if (trend.OwnFigure is { } own)
            yield return $"Followed is {own} of own methods, and {trend.Figure} of others.";
    }

    // When the recorder began, where its clock tells; else when the file was made.
    private static DateTimeOffset Began(RecordingReader recording) => recording.Manifest.TimeOf(0);

    private static string Text(DateTimeOffset utc) => utc.UtcDateTime.ToString(UtcFormat, CultureInfo.InvariantCulture);
}
