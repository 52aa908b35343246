using System.CommandLine;
using Fathom.Cli.Frame;
using Fathom.Cli.Options;
using Fathom.Cli.Sources;
using Fathom.Cli.Verbs;
using Fathom.Model.Results;
using Fathom.Model.Statistics;
using Fathom.Model.Traces;
using Fathom.Query.Comparing;
using Fathom.Render.Text;
using Fathom.Render.Time;

namespace Fathom.Cli.Commands.Time;

/// <summary><c>fathom diff A B</c>: the largest changes between recordings, of all verbs about time.</summary>
internal sealed class DiffCommand : SubjectCommand
{
    /// <summary>One sentence for the list of verbs.</summary>
    public const string Summary = "What changed most between two recordings: time, waits, requests.";

    private const int MostSteps = 3;
    private const string NoneNote = "no verb has a row that changed by 1 % of all of its rows, or more";
    private const string ChanceNote = "no verb has a row that changed by more than chance, and by 1 % of all of its rows";

    // Those that tell the same time in another way are left out: locks are waits, and threads and processes sums of both.
    private static readonly Func<TraceViewCommand>[] s_views =
    [
        static () => new CpuCommand(), static () => new WaitsCommand(), static () => new GcCommand(), static () => new JitCommand(),
        static () => new RequestsCommand(), static () => new AllocsCommand(), static () => new ExceptionsCommand(), static () => new ThreadPoolCommand(),
    ];

    private readonly Argument<string[]> _recordings = ComparisonOptions.Recordings();
    private readonly ComparisonOptions _per;
    private readonly WindowOptions _window;

    public DiffCommand()
        : base("diff", Summary)
    {
        Add(_recordings);
        _per = new ComparisonOptions(this);
        _window = new WindowOptions(this, hasSides: true);
        AddOutput(showsAll: true);
        Source = new SourceOptions(this, saves: false, anyProcess: true, asksRuntime: false, stops: false, takesTrace: true);
    }

    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("fathom diff before.fathom after.fathom", "the largest changes, and which verb shows more of them"),
        new("fathom diff 'before-*.fathom' 'after-*.fathom'", "of three runs each or more: changes that are no chance"),
        new("fathom diff before.fathom after.fathom --per run", "of a program that was recorded from its start to its end"),
        new("fathom diff before.fathom after.fathom --fail-if verb=waits,share_percent=20..", ExitText.EndsWhen("one wait changed by a fifth of all waits")),
    ];

    public override string Remarks =>
        "First changes of time that is spent (cpu, waits, gc, jit), the largest first, then those of each other verb. share is the change as a "
        + "share of all of the verb's rows on the larger side; changes below 1 % are left out. "
        + "With three runs of each side or more, only changes that are no chance are shown. Memory: fathom heap diff, fathom memory diff.";

    public override string NextStep => "fathom diff before.fathom after.fathom";

    protected override string[] Words(ParseResult parsed) => Sides(parsed).All;

    protected override SubjectQuestion Ask(AskedSubjects asked)
    {
        bool isJudged = Sides(asked.Parsed).IsJudged, perSecond = _per.IsPerSecond(asked);
        (TimeBounds? A, TimeBounds? B) bounds = _window.ReadSides(asked.Parsed);
        return new SubjectQuestion(ComparisonOverview.Shape(isJudged), ComparisonOptions.Reader("diff"), inquiry => Answer(asked, inquiry, bounds, perSecond));
    }

    protected override void Prepare(AskedSubjects asked) => Sides(asked.Parsed).Check(asked.Title);

    private CommandResult Answer(AskedSubjects asked, Inquiry inquiry, (TimeBounds? A, TimeBounds? B) bounds, bool perSecond)
    {
        ComparedSides sides = Sides(asked.Parsed);
        int runs = sides.A.Length;
        List<ComparedTable> tables = [];
        List<string> lacking = [];
        HashSet<string> losses = [];
        IReadOnlyList<TraceFacts> facts = ComparedRecordings.FactsOf(inquiry, runs, bounds);
        foreach (Func<TraceViewCommand> make in s_views)
        {
            TraceViewCommand view = make();
            if (facts.Any(one => view.Refuses(asked, one) is not null))
            {
                lacking.Add(view.Name);
                continue;
            }

            ComparedRecordings recordings = new(view, asked, inquiry, facts);
            (ResultShape shape, var compared) = view.Compared(asked);
            // Time of a method with what it calls is that of all of its callers too, which would fill the screen.
            TableComparison comparison = new(shape, compared, compared.Figure, perSecond, sides.IsJudged);
            tables.Add(new ComparedTable(view.Name, comparison, comparison.Rows([.. recordings.Runs.Take(runs)], [.. recordings.Runs.Skip(runs)])));
            losses.UnionWith(recordings.Tables);
        }

        ResultTable rows = new ComparisonOverview(ReadableNumber.Brief).Rows(tables, sides.IsJudged);
        return inquiry.Result(rows) with
        {
            Header = [.. Header([.. facts.Take(runs)], [.. facts.Skip(runs)], perSecond, lacking)],
            Losses = inquiry.LossesOf(losses),
            NotesSayWhyEmpty = rows.Rows.Count == 0,
            Notes = [.. ComparedRecordings.EmptySets(inquiry, facts), .. rows.Rows.Count == 0 ? [sides.IsJudged ? ChanceNote : NoneNote] : Array.Empty<string>()],
            Next = [.. rows.Rows.Select(static row => row[0].Text).Distinct().Take(MostSteps).Select(verb => Step(asked, verb))],
        };
    }

    private static IEnumerable<string> Header(TraceFacts[] before, TraceFacts[] after, bool perSecond, List<string> lacking)
    {
        yield return ComparisonHeader.Of("Largest changes", perSecond ? "per second recorded" : "per run", before, after);
        if (Math.Min(before.Length, after.Length) < MeanDifference.FewestValues)
            yield return ComparisonHeader.Chance(before.Length, after.Length, MeanDifference.FewestValues);
        if (lacking.Count > 0)
            yield return $"Not in all recordings: {string.Join(", ", lacking)}";
    }

    private string Step(AskedSubjects asked, string verb) => CommandText.Join(["fathom", verb, "diff", .. asked.Parsed.GetValue(_recordings)!, .. _window.Words(asked.Parsed)]);

    private ComparedSides Sides(ParseResult parsed) => ComparedSides.Of(parsed.GetValue(_recordings) ?? []);
}
