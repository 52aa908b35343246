using Fathom.Capture.Subjects;
using Fathom.Cli.Frame;
using Fathom.Cli.Options;
using Fathom.Cli.Output;
using Fathom.Cli.Verbs;
using Fathom.Model.Conditions;
using Fathom.Model.Heap;
using Fathom.Model.Shaping;
using Fathom.Query.Heap;
using Fathom.Query.Questions;
using Fathom.Query.Statements;
using Fathom.Render.Heap;

namespace Fathom.Cli.Commands.Heap;

/// <summary><c>fathom heap diff A B</c>: what changed between two heaps.</summary>
internal sealed class HeapDiffCommand : DiffViewCommand
{
    private readonly Switch _live = new("--live", "Compares the objects that are alive: those that a root reaches.");

    public HeapDiffCommand()
        : base("What changed between two heaps, by type: B minus A.", "The heap before: a pid, a process name, a core dump or a recording.", "The heap after.")
    {
        Add(_live);
        AddAll();
        AddOthers(OutputFeatures.TypeView);
    }

    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("fathom heap diff before.fathom MyApp", "what a running process gained since a saved snapshot"),
        new("fathom heap diff before.fathom MyApp --live", "only what is alive; before.fathom was made with --live or --graph"),
        new("fathom heap diff core.1 core.2 --where status=new", "types that only the second core dump has"),
        new("fathom heap diff old.fathom new.fathom --fail-if total.delta_size_bytes=10MiB..", ExitText.EndsWhen("the heap grew by 10 MiB or more")),
    ];

    public override string Remarks =>
        "Ordered by the absolute change in bytes. All types of both sides are compared, whatever --top shows.\n"
        + "before is A, after is B; status is new (only in B), vanished (only in A), changed or same; percents are of A.";

    protected override SubjectQuestion Ask(AskedSubjects asked)
    {
        bool liveOnly = asked.Has(_live);
        SqlQuestion all = SqlQuestion.Between("heap/diff", more: QueryParameter.Of("live", liveOnly ? 1 : 0));
        SqlQuestion question = liveOnly ? all.WithTotals("heap/live_diff_totals") : all;
        bool showsChanges = ShowsChanges(asked);
        return new SubjectQuestion(question.Shape, liveOnly ? SubjectReader.Graph(new LiveAnalysis()) : SubjectReader.Heap, inquiry =>
        {
            HeapReport report = new(inquiry.Session, inquiry.Stop);
            IReadOnlyList<string> header = HeapHeader.Of(report.Facts(0), report.Facts(1));
            return inquiry.Result(inquiry.Session.Run(question, inquiry.Request, inquiry.Stop)) with
            {
                Header = liveOnly ? [.. header, "Live objects on both sides: those that a root reaches."] : header,
                Totals = report.Totals(question),
                Rest = showsChanges ? Unchanged(CountUnchanged(inquiry, question, asked.Request.Where)) : null,
                Losses = inquiry.Losses,
                Uncertainty = liveOnly ? report.LiveUncertainty(rows: true, 0, 1) : null,
            };
        })
        {
            Where = showsChanges ? [Changed(isSo: true)] : [],
        };
    }

    private static long CountUnchanged(Inquiry inquiry, SqlQuestion question, IEnumerable<Condition> where)
    {
        RowFilter filter = new([.. where, Changed(isSo: false)], question.Shape);
        RowRequest request = new() { Tests = filter.Tests, Columns = ["type"], Top = 1 };
        return inquiry.Session.Run(question, request, inquiry.Stop).Counts!.Kept;
    }
}
