using Fathom.Capture.Subjects;
using Fathom.Cli.Sources;
using Fathom.Cli.Verbs;
using Fathom.Model.Results;
using Fathom.Model.Shaping;
using Fathom.Query.Runtime;
using Fathom.Render.Runtime;

namespace Fathom.Cli.Commands.Heap;

/// <summary>A view of <c>fathom heap</c> on one of the tables that the runtime keeps.</summary>
internal abstract class RuntimeViewCommand : SubjectCommand
{
    /// <summary>Declares the view.</summary>
    /// <param name="name">The word on the command line.</param>
    /// <param name="summary">One sentence for the help.</param>
    protected RuntimeViewCommand(string name, string summary)
        : base(name, summary, Subject(SubjectText.Usual))
    {
        AddOutput();
        Source = new SourceOptions(this, saves: true);
    }

    /// <summary>What the table shows, for the line above it.</summary>
    protected abstract string Content { get; }

    /// <summary>The columns.</summary>
    protected abstract ResultShape Shape { get; }

    protected sealed override SubjectQuestion Ask(AskedSubjects asked) => new(Shape, SubjectReader.Runtime, inquiry =>
    {
        RuntimeReport report = new(inquiry.Session, 0, inquiry.Stop);
        return inquiry.Result(Rows(report, inquiry.Request)) with { Header = RuntimeHeader.Of(Content, report.Facts()), Losses = report.Losses() };
    });

    /// <summary>The rows.</summary>
    /// <param name="report">The answers.</param>
    /// <param name="request">What is asked of the rows.</param>
    protected abstract RequestedRows Rows(RuntimeReport report, RowRequest request);
}
