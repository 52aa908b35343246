using Fathom.Cli.Frame;
using Fathom.Cli.Verbs;
using Fathom.Model.Results;
using Fathom.Model.Traces;
using Fathom.Query.Comparing;
using Fathom.Query.Questions;
using Fathom.Query.Time;
using Fathom.Query.Why;
using Fathom.Render.Text;
using Fathom.Render.Time;

namespace Fathom.Cli.Commands.Time;

/// <summary><c>fathom why SUBJECT</c>.</summary>
internal sealed class WhyCommand : TraceViewCommand
{
    /// <summary>One sentence for the list of verbs.</summary>
    public const string Summary = "What limits a program: the causes by their share of its time.";

    private const string Unsaved = "NAME.fathom";

    public WhyCommand()
        : base(TraceVerbs.Why, Summary) => AddComparisons();

    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("fathom why MyApp", "records it for 10 s, and says what limits it"),
        new("fathom why -- ./MyApp", "the same of a program that it starts, until that ends"),
        new("fathom why slow.fathom --from 2s --to 4s", "a part of the time of a recording"),
        new("fathom why diff before.fathom after.fathom", "which cause grew, and which verb shows more of it"),
        new("fathom why slow.fathom --where 'cause=wait: lock' --fail-if share_percent=50..", "fails in a script if a lock limits it"),
    ];

    public override string Remarks => "Record with: fathom record PID --duration 10s --save NAME.fathom\n\n"
        + "Shares are of the time in which threads were on a processor, ready to run, or in a wait that was neither for work nor "
        + "lasted all the time. They add up to 100 %; what no rule explains is the last row. 'run' is on a processor; 'ready' is without "
        + "one: others ran (other programs had them), own ran (its own threads), woken (one was free); 'wait' is by kind. Smaller causes, "
        + "and those below 1 %, are one row.";

    protected override string Content => "Limits";

    protected override string Query => WhyReport.Query;

    internal override (ResultShape Shape, ComparedColumns Columns) Compared(AskedSubjects asked) => (WhyReport.CausesShape, WhyReport.Compared);

    internal override ResultTable RowsOf(Inquiry inquiry, SqlQuestion question, int rec, TraceFacts facts) =>
        new WhyReport(inquiry.Session, rec, TraceHeader.Time, inquiry.Stop).AllCauses(facts);

    internal override (string? Sentence, IReadOnlyList<string> Verbs) OfChanges(TableComparison comparison, ResultTable rows) =>
        (WhyChange.Sentence(comparison, rows, ReadableNumber.Of), WhyChange.Verbs(comparison, rows));

    protected override ResultShape ShapeFor(AskedSubjects asked, SqlQuestion question) => WhyReport.Shape;

    protected override CommandResult Answer(AskedSubjects asked, Inquiry inquiry, SqlQuestion question)
    {
        string? word = KeptAs(asked, inquiry);
        TraceReport trace = new(inquiry.Session, 0, inquiry.Stop);
        WhyReport report = new(inquiry.Session, 0, TraceHeader.Time, inquiry.Stop);
        WhyAnswer answer = report.Answer(trace.Facts(), word is null ? [Unsaved] : [word, .. Window!.Words(asked.Parsed)]);
        return inquiry.Result(answer.Rows) with
        {
            Header =
            [
                answer.Sentence,
                .. answer.Machine is { } machine ? [machine] : Array.Empty<string>(),
                .. answer.First.Count > 0 ? Asides(inquiry, answer) : [],
            ],
            Footer = answer.Basis is { } basis ? [basis] : [],
            Next = answer.First.Count == 0 ? []
                : word is null ? [Kept(asked)] : [.. answer.First.Select(static step => CommandText.Join(step))],
            NotesSayWhyEmpty = answer.Rows.Rows.Count == 0,
        };
    }

    private static IEnumerable<string> Asides(Inquiry inquiry, WhyAnswer answer) =>
    [
        .. new WatcherCost(inquiry.Session, 0, TraceHeader.Time, inquiry.Stop).Lines(answer.BusyNs),
        .. new PoolGrowth(inquiry.Session, 0, inquiry.Stop).Lines(),
    ];

    // What a live answer was made from is gone: the next step keeps it.
    private static string Kept(AskedSubjects asked) =>
        CommandText.Join(["fathom", TraceVerbs.Why.Name, "--save", Unsaved, .. asked.Parsed.Tokens.Select(static token => token.Value)]);
}
