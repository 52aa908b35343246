using System.CommandLine;
using Fathom.Cli.Frame;
using Fathom.Cli.Options;
using Fathom.Cli.Output;
using Fathom.Cli.Sources;
using Fathom.Cli.Verbs;
using Fathom.Model.Conditions;
using Fathom.Model.Results;
using Fathom.Model.Statistics;
using Fathom.Model.Traces;
using Fathom.Query.Comparing;
using Fathom.Query.Sessions;
using Fathom.Render.Time;

namespace Fathom.Cli.Commands.Time;

/// <summary><c>fathom VERB diff A B</c>: what changed of a verb's rows between recordings.</summary>
internal sealed class TraceDiffCommand : DiffViewCommand
{
    private readonly TraceViewCommand _view;
    private readonly Argument<string[]> _recordings = ComparisonOptions.Recordings();
    private readonly Option<string?> _measure = OptionCatalog.Value(
        "--measure", "COLUMN", "Compares this figure of the verb, not the usual one.");

    private readonly ComparisonOptions _per;

    /// <summary>Declares the view.</summary>
    /// <param name="view">The verb.</param>
    /// <param name="options">Options of the verb that mean the same here.</param>
    public TraceDiffCommand(TraceViewCommand view, params ReadOnlySpan<Option?> options)
        : base("diff", "What changed between two recordings, or several runs of each.")
    {
        _view = view;
        Add(_recordings);
        Add(_measure);
        _per = new ComparisonOptions(this, view, options, hasSides: true);
        AddAll();
        AddOutput(view.NamesTypes ? OutputFeatures.TypeView : OutputFeatures.View);
        Source = new SourceOptions(this, saves: false, anyProcess: true, asksRuntime: false, stops: false, takesTrace: true);
    }

    public override IReadOnlyList<Example> Examples =>
    [
        new($"fathom {_view.Name} diff before.fathom after.fathom", "by the change, most first"),
        new($"fathom {_view.Name} diff 'before-*.fathom' 'after-*.fathom'", "three runs of each or more tell a change from chance"),
        new($"fathom {_view.Name} diff before.fathom after.fathom --fail-if delta_percent=20..", ExitText.EndsWhen("a row grew by 20 % or more")),
        new($"fathom {_view.Name} diff before.fathom after.fathom --per run", "for programs that were recorded from their start to their end"),
        new($"fathom {_view.Name} diff 'before-*.fathom' 'after-*.fathom' --where verdict=!same", "what is certain, and what is not known"),
    ];

    public override string Remarks =>
        "delta is B minus A, by the second that was recorded; maxima and quantiles are compared as they are. status is new (only in B), "
        + "vanished (only in A), changed, same or unknown. With three runs of each side or more, figures are means of runs, and verdict says slower, faster "
        + "(more, less of what is no time) or same: whether a 99 % interval of the difference of means (Welch) leaves out 0.";

    public override string NextStep => $"fathom {_view.Name} diff before.fathom after.fathom";

    protected override string[] Words(ParseResult parsed) => Sides(parsed).All;

    protected override SubjectQuestion Ask(AskedSubjects asked)
    {
        TableComparison comparison = Comparison(asked);
        (TimeBounds? A, TimeBounds? B) bounds = _per.Window?.ReadSides(asked.Parsed) ?? default;
        Action<QuerySession>? setTags = _view.TagsOf(asked);
        bool showsChanges = ShowsChanges(asked);
        return new SubjectQuestion(comparison.Shape, ComparisonOptions.Reader(asked.Title), inquiry =>
        {
            setTags?.Invoke(inquiry.Session);
            return Answer(asked, inquiry, comparison, bounds, showsChanges);
        })
        {
            Where = showsChanges ? [Changed(isSo: true)] : [],
        };
    }

    protected override void Prepare(AskedSubjects asked) => Sides(asked.Parsed).Check(asked.Title);

    private CommandResult Answer(AskedSubjects asked, Inquiry inquiry, TableComparison comparison, (TimeBounds? A, TimeBounds? B) bounds, bool showsChanges)
    {
        int runs = Sides(asked.Parsed).A.Length;
        IReadOnlyList<TraceFacts> facts = ComparedRecordings.FactsOf(inquiry, runs, bounds);
        ComparedRecordings recordings = new(_view, asked, inquiry, facts);
        ResultTable rows = comparison.Rows([.. recordings.Runs.Take(runs)], [.. recordings.Runs.Skip(runs)]);
        (string? sentence, IReadOnlyList<string> verbs) = _view.OfChanges(comparison, new RowFilter(asked.Request.Where, comparison.Shape).Apply(rows));
        RowFilter unchanged = new([.. asked.Request.Where, Changed(isSo: false)], comparison.Shape);
        return recordings.Told(inquiry, inquiry.Result(rows), rows.Rows.Count == 0) with
        {
            Header =
            [
                .. Header(_view.ContentOf(asked), comparison, [.. facts.Take(runs)], [.. facts.Skip(runs)]),
                .. sentence is null ? Array.Empty<string>() : [sentence],
            ],
            Next = [.. verbs.Select(verb => CommandText.Join(["fathom", verb, Name, .. asked.Parsed.GetValue(_recordings) ?? [], .. _per.Window?.Words(asked.Parsed) ?? []]))],
            Rest = showsChanges ? Unchanged(unchanged.Apply(rows).Rows.Count) : null,
        };
    }

    private static IEnumerable<string> Header(string content, TableComparison comparison, TraceFacts[] before, TraceFacts[] after)
    {
        yield return ComparisonHeader.Of(comparison.Per is null ? $"{content}, {comparison.Figure}" : content, comparison.Per, before, after);
        if (comparison.Sums is var (was, isNow))
            yield return ComparisonHeader.Sums(comparison.Figure, comparison.Unit, was, isNow);
        if (comparison.OwnFigure is { } own)
            yield return $"Compared is {own} of own methods, and {comparison.Figure} of others.";
        if (Math.Min(before.Length, after.Length) < MeanDifference.FewestValues)
            yield return ComparisonHeader.Chance(before.Length, after.Length, MeanDifference.FewestValues);
    }

    private TableComparison Comparison(AskedSubjects asked)
    {
        (ResultShape shape, var compared) = _view.Compared(asked);
        string? measure = ComparisonOptions.Measure(_measure, asked, _view.Name, compared);
        return new TableComparison(shape, compared, measure, _per.IsPerSecond(asked), Sides(asked.Parsed).IsJudged);
    }

    private ComparedSides Sides(ParseResult parsed) => ComparedSides.Of(parsed.GetValue(_recordings) ?? []);
}
