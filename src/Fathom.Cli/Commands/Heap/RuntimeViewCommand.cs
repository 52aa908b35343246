using Fathom.Capture.Subjects;
using Fathom.Cli.Output;
using Fathom.Cli.Sources;
using Fathom.Cli.Verbs;
using Fathom.Query.Questions;
using Fathom.Query.Runtime;
using Fathom.Render.Runtime;

namespace Fathom.Cli.Commands.Heap;

/// <summary>A view of <c>fathom heap</c> on one of the tables that the runtime keeps.</summary>
internal abstract class RuntimeViewCommand : SubjectCommand
{
    /// <summary>Declares the view.</summary>
    /// <param name="name">The word on the command line.</param>
    /// <param name="summary">One sentence for the help.</param>
    /// <param name="features">The options for the result that work.</param>
    protected RuntimeViewCommand(string name, string summary, OutputFeatures features = OutputFeatures.TypeView)
        : base(name, summary, Subject(SubjectText.Usual))
    {
        AddOutput(features);
        Source = new SourceOptions(this, saves: true);
    }

    /// <summary>What the table shows, for the line above it.</summary>
    protected abstract string Content { get; }

    /// <summary>The query that answers.</summary>
    protected abstract string Query { get; }

    protected sealed override SubjectQuestion Ask(AskedSubjects asked)
    {
        SqlQuestion question = SqlQuestion.About(Query);
        return new SubjectQuestion(question.Shape, SubjectReader.Runtime, inquiry =>
        {
            RuntimeReport report = new(inquiry.Session, 0, inquiry.Stop);
            return inquiry.Result(question) with { Header = RuntimeHeader.Of(Content, report.Facts()), Losses = inquiry.Losses };
        });
    }
}
