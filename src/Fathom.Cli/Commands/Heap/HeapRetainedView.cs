using Fathom.Capture.Subjects;
using Fathom.Cli.Sources;
using Fathom.Cli.Verbs;
using Fathom.Model.Conditions;
using Fathom.Model.Graph.Analyses;
using Fathom.Model.Heap;
using Fathom.Query.Graph;
using Fathom.Query.Heap;
using Fathom.Query.Questions;
using Fathom.Render.Heap;

namespace Fathom.Cli.Commands.Heap;

/// <summary><c>fathom heap SUBJECT --retained</c>: what would go with the objects of each type, or with single objects.</summary>
internal static class HeapRetainedView
{
    private const string Groupings = "type|object";

    /// <summary>The question.</summary>
    /// <param name="by">The value of <c>--by</c>.</param>
    /// <param name="where">Conditions on the types.</param>
    /// <param name="moment">What is said of the moment.</param>
    /// <exception cref="FathomException">There is no such division (<see cref="ExitCode.Usage"/>).</exception>
    public static SubjectQuestion Question(string? by, Condition[] where, GivenMoment moment)
    {
        bool byObject = by switch
        {
            null or "type" => false,
            "object" => true,
            _ => throw FathomException.Usage($"'{by}' in '--by {by}' is not a way to split what is retained.", $"--retained --by {Groupings}"),
        };
        SqlQuestion question = SqlQuestion.About(byObject ? "graph/retainers" : "graph/retained");
        return new SubjectQuestion(question.Shape, SubjectReader.Graph(new RetainedAnalysis()), inquiry =>
        {
            HeapReport report = new(inquiry.Session, inquiry.Stop);
            HeapSnapshotFacts facts = report.Facts(0);
            new GraphReport(inquiry.Session, 0, inquiry.Stop).Require(RetainedAnalysis.View, null);
            return inquiry.Result(question) with
            {
                Header = HeapHeader.Of(facts, "Live objects, and what would be freed with them."),
                Losses = inquiry.Losses,
                Uncertainty = report.LiveUncertainty(rows: true, 0),
                Trend = facts.ToTrend(moment.Utc, moment.ContextOf(inquiry.Session.Recordings[0])),
            };
        })
        {
            Where = where,
        };
    }
}
