using System.CommandLine;
using Fathom.Capture.Subjects;
using Fathom.Cli.Frame;
using Fathom.Cli.Output;
using Fathom.Cli.Sources;
using Fathom.Cli.Verbs;
using Fathom.Model.Graph.Analyses;
using Fathom.Model.Heap;
using Fathom.Model.Results;
using Fathom.Query.Graph;
using Fathom.Query.Heap;
using Fathom.Query.Sessions;
using Fathom.Render.Heap;

namespace Fathom.Cli.Commands.Heap;

/// <summary>A view of <c>fathom heap</c> that needs the references between objects.</summary>
internal abstract class GraphViewCommand : FathomCommand
{
    private readonly Argument<string> _subject = new("subject") { Description = "A pid, a process name, a core dump, a gcdump file or a recording made with --graph." };
    private readonly SourceOptions _source;
    private readonly OutputOptions _output;

    /// <summary>Declares the view.</summary>
    /// <param name="name">The word on the command line.</param>
    /// <param name="summary">One sentence for the help.</param>
    /// <param name="own">Its own options.</param>
    protected GraphViewCommand(string name, string summary, params ReadOnlySpan<Option> own)
        : base(name, summary)
    {
        Add(_subject);
        foreach (Option option in own)
            Add(option);
        _output = new OutputOptions(this, OutputFeatures.All & ~OutputFeatures.Append);
        _source = new SourceOptions(this, saves: true, makesGraph: true);
    }

    /// <summary>The columns.</summary>
    protected abstract ResultShape Shape { get; }

    /// <summary>A sentence that says what is shown.</summary>
    protected abstract string Contents { get; }

    public override ValueTask<ExitCode> RunAsync(ParseResult parsed, CommandContext context)
    {
        (IGraphAnalysis Analysis, string View, string? Words) question = Question(parsed);
        OutputRequest request = _output.Read(parsed, context);
        OutputPlan plan = request.Bind(Shape);
        string subject = parsed.GetValue(_subject)!;
        using SubjectRecording heap = _source.Open(parsed, _source.Resolve(parsed, subject)[0], SubjectReader.Graph(question.Analysis), request.Target.Force, context);
        using QuerySession session = QuerySession.Open(heap.Reader);
        HeapReport report = new(session, context.Stop);
        GraphReport answer = new(session, 0, context.Stop);
        HeapSnapshotFacts facts = report.Facts(0);
        answer.Require(question.View, question.Words);
        return new(plan.Publish(new CommandResult($"heap {Name}", [subject], Rows(answer))
        {
            Header = HeapHeader.Of(facts, Contents),
            Totals = Totals(answer),
            Losses = report.Losses(0),
            Uncertainty = report.LiveUncertainty(rows: true, 0),
            Notes = [.. session.Notices, .. Notes(answer)],
        }));
    }

    /// <summary>What is asked, from the options, and how that is called in a recording.</summary>
    /// <exception cref="FathomException">An option is wrong (<see cref="ExitCode.Usage"/>).</exception>
    protected abstract (IGraphAnalysis Analysis, string View, string? Words) Question(ParseResult parsed);

    /// <summary>The rows.</summary>
    protected abstract ResultTable Rows(GraphReport report);

    /// <summary>Sums over everything, or null.</summary>
    protected virtual ResultTable? Totals(GraphReport report) => null;

    /// <summary>What a reader must know.</summary>
    protected virtual IReadOnlyList<string> Notes(GraphReport report) => [];
}
