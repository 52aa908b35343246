using System.CommandLine;
using Fathom.Capture.Subjects;
using Fathom.Cli.Frame;
using Fathom.Cli.Output;
using Fathom.Cli.Sources;
using Fathom.Model.Graph.Analyses;
using Fathom.Model.Heap;
using Fathom.Model.Results;
using Fathom.Query.Graph;
using Fathom.Query.Heap;
using Fathom.Query.Sessions;
using Fathom.Render.Heap;

namespace Fathom.Cli.Commands.Heap;

/// <summary><c>fathom heap SUBJECT --retained</c>: what would go with the objects of each type, or with single objects.</summary>
/// <param name="subject">The argument of the command.</param>
/// <param name="type">Its <c>--type</c>.</param>
/// <param name="source">Its options for sources.</param>
/// <param name="output">Its options for the result.</param>
internal sealed class HeapRetainedView(Argument<string> subject, Option<string[]> type, SourceOptions source, OutputOptions output)
{
    private const string Groupings = "type|object";

    /// <summary>Shows it.</summary>
    /// <param name="parsed">The command line.</param>
    /// <param name="context">The run.</param>
    /// <param name="by">The value of <c>--by</c>.</param>
    /// <param name="trendOf">Makes the columns that lead a CSV file.</param>
    public ExitCode Show(ParseResult parsed, CommandContext context, string? by, Func<HeapSnapshotFacts, SubjectRecording, TrendContext> trendOf)
    {
        bool byObject = by switch
        {
            null or "type" => false,
            "object" => true,
            _ => throw FathomException.Usage($"'{by}' in '--by {by}' is not a division of what is retained.", $"--retained --by {Groupings}"),
        };
        OutputRequest request = output.Read(parsed, context);
        OutputPlan plan = TypeFilter.Apply(type, parsed, request).Bind(byObject ? GraphShapes.Retainers : GraphShapes.Retained);
        string word = parsed.GetValue(subject)!;
        using SubjectRecording heap = source.Open(parsed, source.Resolve(parsed, word)[0], SubjectReader.Graph(new RetainedAnalysis()), request.Target.Force, context);
        using QuerySession session = QuerySession.Open(heap.Reader);
        HeapReport report = new(session, context.Stop);
        GraphReport answer = new(session, 0, context.Stop);
        HeapSnapshotFacts facts = report.Facts(0);
        answer.Require(RetainedAnalysis.View, null);
        return plan.Publish(new CommandResult("heap", [word], byObject ? answer.Retainers(plan.Request) : answer.Retained(plan.Request))
        {
            Header = HeapHeader.Of(facts, "Live objects, and what would go with them."),
            Totals = answer.Live(),
            Losses = report.Losses(0),
            Uncertainty = report.LiveUncertainty(rows: true, 0),
            Notes = session.Notices,
            Trend = trendOf(facts, heap),
        });
    }
}
