using Fathom.Cli.Options;
using Fathom.Cli.Verbs;
using Fathom.Model.Results;
using Fathom.Model.Traces;
using Fathom.Query.Questions;
using Fathom.Query.Time;
using Fathom.Render.Time;

namespace Fathom.Cli.Commands.Time;

/// <summary><c>fathom gc TRACE</c>.</summary>
internal sealed class GcCommand : TraceViewCommand
{
    /// <summary>One sentence for the list of verbs.</summary>
    public const string Summary = "Garbage collections: pauses by generation, reasons, heap after them.";

    private readonly Switch _each = new("--each", "Lists each collection with its pause and the heap after it, the longest pause first.");

    public GcCommand()
        : base(TraceVerbs.Gc, Summary)
    {
        Add(_each);
        AddComparisons();
    }

    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("fathom gc app.nettrace", "pauses by generation, their share of the time, the longest five"),
        new("fathom gc app.nettrace --each --where generation=2 --sort start_ns:asc", "full collections in the order of time"),
        new("fathom gc app.nettrace --fail-if pause_max_ns=100ms..", "fails in a script if one pause took that long"),
    ];

    public override string Remarks => "Record with: fathom record PID --duration 10s --save NAME.fathom\n\n"
        + "Or with: dotnet-trace collect -p PID --profile gc-collect\n\n"
        + "A pause lasts from the request to stop all managed threads until they may run again; suspend_ns is the part of it that it took to stop them.";

    protected override string Content => "Garbage collections";

    protected override string Query => GcReport.Query;

    protected override ResultShape ShapeFor(AskedSubjects asked, SqlQuestion question) =>
        _each.IsOn(asked.Parsed) ? question.Shape : GcReport.Shape;

    internal override (ResultShape Shape, ComparedColumns Columns) Compared(AskedSubjects asked) => (GcReport.Shape, GcReport.Compared);

    internal override ResultTable RowsOf(Inquiry inquiry, SqlQuestion question, int rec, TraceFacts facts) =>
        new GcReport(inquiry.Session, rec, inquiry.Stop).Generations();

    protected override CommandResult Answer(AskedSubjects asked, Inquiry inquiry, SqlQuestion question)
    {
        if (_each.IsOn(asked.Parsed))
            return inquiry.Result(question);
        GcReport report = new(inquiry.Session, 0, inquiry.Stop);
        return inquiry.Result(report.Generations()) with
        {
            Header = [.. GcHeader.Sums(report.Sums())],
            Footer = [.. GcHeader.Longest(report.Longest(), showsProcess: report.Sums().Count > 1)],
        };
    }
}
