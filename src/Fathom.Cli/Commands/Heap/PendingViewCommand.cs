using Fathom.Capture.Subjects;
using Fathom.Cli.Sources;
using Fathom.Cli.Verbs;
using Fathom.Query.Heap;
using Fathom.Query.Questions;
using Fathom.Render.Heap;

namespace Fathom.Cli.Commands.Heap;

/// <summary>A view of <c>fathom heap</c> on what has begun and not ended. One look at a heap answers all of them.</summary>
internal abstract class PendingViewCommand : SubjectCommand
{
    /// <summary>Declares the view.</summary>
    /// <param name="name">The word on the command line.</param>
    /// <param name="summary">One sentence for the help.</param>
    protected PendingViewCommand(string name, string summary)
        : base(name, summary, Subject(SubjectText.Usual))
    {
        AddOutput();
        Source = new SourceOptions(this, saves: true);
    }

    /// <summary>The query that answers.</summary>
    protected abstract string Query { get; }

    protected sealed override SubjectQuestion Ask(AskedSubjects asked)
    {
        SqlQuestion question = SqlQuestion.About(Query);
        return new SubjectQuestion(question.Shape, SubjectReader.Pending, inquiry =>
        {
            HeapReport heap = new(inquiry.Session, inquiry.Stop);
            PendingReport report = new(inquiry.Session, inquiry.Stop);
            return inquiry.Result(report.Answer(question, inquiry.Request)) with
            {
                Header = HeapHeader.Of(heap.Facts(0)),
                Totals = inquiry.Session.Totals(question, inquiry.Stop),
                Losses = inquiry.Losses,
            };
        });
    }
}
