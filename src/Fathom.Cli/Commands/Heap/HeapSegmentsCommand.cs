using System.CommandLine;
using Fathom.Capture.Subjects;
using Fathom.Cli.Frame;
using Fathom.Cli.Options;
using Fathom.Cli.Sources;
using Fathom.Cli.Verbs;
using Fathom.Query.Heap;
using Fathom.Query.Questions;
using Fathom.Query.Segments;
using Fathom.Render.Heap;

namespace Fathom.Cli.Commands.Heap;

/// <summary><c>fathom heap segments SUBJECT</c>: what the memory of the heap is used for.</summary>
internal sealed class HeapSegmentsCommand : SubjectCommand
{
    private readonly Option<string?> _by = OptionCatalog.By("segment");

    public HeapSegmentsCommand()
        : base("segments", "Committed, used, free and pinned memory, by generation or segment.", Subject(SubjectText.Usual))
    {
        Add(_by);
        AddOutput();
        Source = new SourceOptions(this, saves: true);
    }

    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("fathom heap segments MyApp", "how much of each generation is fragmented"),
        new("fathom heap segments core.4711 --by segment --sort free_bytes", "the segments of a core dump with most free space"),
        new("fathom heap segments MyApp --by segment --where pinned_count=1..", "segments with pinned objects"),
        new("fathom heap segments MyApp --fail-if total.free_percent=50..", ExitText.EndsWhen("half of the heap is free blocks")),
    ];

    public override string Remarks =>
        "committed_bytes is what the GC has taken, allocated_bytes reaches from the first object to the last, free_bytes lies between objects.\n"
        + "listed_free_bytes is in blocks of 48 bytes and more, the least that the GC puts on its free lists. Objects pinned from stacks are not known.";

    protected override SubjectQuestion Ask(AskedSubjects asked)
    {
        SqlQuestion question = SqlQuestion.About(Query(asked.Value(_by)));
        return new SubjectQuestion(question.Shape, SubjectReader.Segments, inquiry =>
        {
            HeapReport heap = new(inquiry.Session, inquiry.Stop);
            SegmentReport report = new(inquiry.Session, inquiry.Stop);
            return inquiry.Result(report.Segments(question, inquiry.Request)) with
            {
                Header = HeapHeader.Of(heap.Facts(0)),
                Totals = inquiry.Session.Totals(question, inquiry.Stop),
                Losses = inquiry.Losses,
            };
        });
    }

    private static string Query(string? by) => by switch
    {
        null => "heap/segments",
        "segment" => "heap/segments_each",
        _ => throw FathomException.Usage($"'{by}' in '--by {by}' is not a way to split segments.", "--by segment"),
    };
}
