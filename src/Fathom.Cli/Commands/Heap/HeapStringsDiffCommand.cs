using Fathom.Capture.Subjects;
using Fathom.Cli.Verbs;
using Fathom.Query.Heap;
using Fathom.Query.Questions;
using Fathom.Query.Strings;
using Fathom.Render.Heap;
using Fathom.Sources.Heap.Options;

namespace Fathom.Cli.Commands.Heap;

/// <summary><c>fathom heap strings diff A B</c>: which texts have become more or fewer.</summary>
internal sealed class HeapStringsDiffCommand : DiffViewCommand
{
    public HeapStringsDiffCommand()
        : base(
            "What changed in the strings between two heaps, by text: B minus A.",
            "The heap before: a pid, a process name, a core dump or a recording.",
            "The heap after.") => AddOthers();

    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("fathom heap strings diff before.fathom MyApp", "what a running process gained since 'fathom heap strings MyApp --save before.fathom'"),
        new("fathom heap strings diff core.1 core.2 --where status=new", "texts that only the second core dump has"),
    ];

    public override string Remarks =>
        "Ordered by the absolute change in bytes. All strings of both sides are compared; texts that exist once on each side are shown from 512 characters on,\n"
        + "and are in the totals in any case.";

    protected override SubjectQuestion Ask(AskedSubjects asked)
    {
        SqlQuestion question = SqlQuestion.Between("heap/strings_diff");
        return new SubjectQuestion(question.Shape, SubjectReader.Strings(new StringOptions()), inquiry =>
        {
            HeapReport heap = new(inquiry.Session, inquiry.Stop);
            return inquiry.Result(new StringReport(inquiry.Session, inquiry.Stop).Answer(question, inquiry.Request)) with
            {
                Header = HeapHeader.Of(heap.Facts(0), heap.Facts(1)),
                Totals = inquiry.Session.Totals(question, inquiry.Stop),
                Losses = inquiry.Losses,
            };
        });
    }
}
