using Fathom.Capture.Subjects;
using Fathom.Cli.Output;
using Fathom.Cli.Sources;
using Fathom.Cli.Verbs;
using Fathom.Model.Graph.Analyses;
using Fathom.Model.Heap;
using Fathom.Model.Results;
using Fathom.Query.Graph;
using Fathom.Query.Heap;
using Fathom.Render.Heap;

namespace Fathom.Cli.Commands.Heap;

/// <summary>A view of <c>fathom heap</c> that needs the references between objects.</summary>
internal abstract class GraphViewCommand : SubjectCommand
{
    /// <summary>Declares the view.</summary>
    /// <param name="name">The word on the command line.</param>
    /// <param name="summary">One sentence for the help.</param>
    protected GraphViewCommand(string name, string summary)
        : base(name, summary, Subject("A pid, a process name, a core dump, a gcdump file or a recording made with --graph."))
    {
    }

    /// <summary>The columns.</summary>
    protected abstract ResultShape Shape { get; }

    /// <summary>A sentence that says what is shown.</summary>
    protected abstract string Contents { get; }

    protected sealed override SubjectQuestion Ask(AskedSubjects asked)
    {
        (IGraphAnalysis analysis, string view, string? words) = Question(asked);
        return new SubjectQuestion(Shape, SubjectReader.Graph(analysis), inquiry =>
        {
            HeapReport report = new(inquiry.Session, inquiry.Stop);
            GraphReport answer = new(inquiry.Session, 0, inquiry.Stop);
            HeapSnapshotFacts facts = report.Facts(0);
            answer.Require(view, words);
            return inquiry.Result(Rows(answer)) with
            {
                Header = HeapHeader.Of(facts, Contents),
                Totals = Totals(answer),
                Losses = inquiry.Losses,
                Uncertainty = report.LiveUncertainty(rows: true, 0),
                Notes = Notes(answer),
            };
        });
    }

    /// <summary>Adds the options for the result and the source, behind those of the view.</summary>
    protected void AddOthers()
    {
        AddOutput(OutputFeatures.TypeView);
        Source = new SourceOptions(this, saves: true, makesGraph: true);
    }

    /// <summary>What is asked, from the options, and how that is called in a recording.</summary>
    /// <exception cref="FathomException">An option is wrong (<see cref="ExitCode.Usage"/>).</exception>
    protected abstract (IGraphAnalysis Analysis, string View, string? Words) Question(Asked asked);

    /// <summary>The answer to the question as rows, before filters and limits.</summary>
    protected abstract ResultTable Rows(GraphReport report);

    /// <summary>Sums over everything, or null.</summary>
    protected virtual ResultTable? Totals(GraphReport report) => null;

    /// <summary>What a reader must know.</summary>
    protected virtual IReadOnlyList<string> Notes(GraphReport report) => [];
}
