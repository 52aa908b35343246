using Fathom.Cli.Output;
using Fathom.Cli.Sources;
using Fathom.Cli.Verbs;
using Fathom.Model.Results;
using Fathom.Model.Shaping;
using Fathom.Query.Stacks;
using Fathom.Render.Stacks;

namespace Fathom.Cli.Commands.Stacks;

/// <summary>A view of <c>fathom stacks</c> on one part of a look at the threads.</summary>
internal abstract class ThreadViewCommand : SubjectCommand
{
    private readonly ThreadOptions _threads;

    /// <summary>Declares the view.</summary>
    /// <param name="name">The word on the command line.</param>
    /// <param name="summary">One sentence for the help.</param>
    protected ThreadViewCommand(string name, string summary)
        : base(name, summary, Subject(SubjectText.Usual))
    {
        AddOutput(OutputFeatures.TypeView);
        _threads = new ThreadOptions(this);
        Source = new SourceOptions(this, saves: true);
    }

    /// <summary>The columns.</summary>
    protected abstract ResultShape Shape { get; }

    protected sealed override SubjectQuestion Ask(AskedSubjects asked) => new(Shape, _threads.Reader(asked.Parsed), inquiry =>
    {
        ThreadReport report = new(inquiry.Session, 0, inquiry.Stop);
        return inquiry.Result(Rows(report, inquiry.Request)) with { Header = ThreadHeader.Of(report.Facts), Losses = inquiry.Losses };
    });

    /// <summary>The rows that the request asks for.</summary>
    /// <param name="report">The answers.</param>
    /// <param name="request">What is asked of the rows.</param>
    protected abstract RequestedRows Rows(ThreadReport report, RowRequest request);
}
