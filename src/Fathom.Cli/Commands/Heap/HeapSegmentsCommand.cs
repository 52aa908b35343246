using System.CommandLine;
using Fathom.Capture.Subjects;
using Fathom.Cli.Frame;
using Fathom.Cli.Options;
using Fathom.Cli.Output;
using Fathom.Cli.Sources;
using Fathom.Cli.Verbs;
using Fathom.Model.Results;
using Fathom.Query.Heap;
using Fathom.Query.Segments;
using Fathom.Query.Sessions;
using Fathom.Render.Heap;

namespace Fathom.Cli.Commands.Heap;

/// <summary><c>fathom heap segments SUBJECT</c>: what the memory of the heap is used for.</summary>
internal sealed class HeapSegmentsCommand : FathomCommand
{
    private readonly Argument<string> _subject = new("subject") { Description = "A pid, a process name, a core dump or a recording." };
    private readonly Option<string?> _by = OptionCatalog.By("segment");
    private readonly SourceOptions _source;
    private readonly OutputOptions _output;

    public HeapSegmentsCommand()
        : base("segments", "Committed, used, free and pinned memory of the heap, by generation or segment.")
    {
        Add(_subject);
        Add(_by);
        _output = new OutputOptions(this, OutputFeatures.All & ~OutputFeatures.Append);
        _source = new SourceOptions(this, saves: true);
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

    public override ValueTask<ExitCode> RunAsync(ParseResult parsed, CommandContext context)
    {
        bool each = Each(parsed.GetValue(_by));
        OutputRequest request = _output.Read(parsed, context);
        OutputPlan plan = request.Bind(each ? SegmentShapes.Each : SegmentShapes.ByGeneration);
        string subject = parsed.GetValue(_subject)!;
        using SubjectRecording recording = _source.Open(parsed, _source.Resolve(parsed, subject)[0], SubjectReader.Segments, request.Target.Force, context);
        using QuerySession session = QuerySession.Open(recording.Reader);
        HeapReport heap = new(session, context.Stop);
        SegmentReport report = new(session, 0, context.Stop);
        return new(plan.Publish(new CommandResult("heap segments", [subject], report.Segments(each, plan.Request))
        {
            Header = HeapHeader.Of(heap.Facts(0)),
            Totals = report.Totals(),
            Losses = heap.Losses(0),
            Notes = session.Notices,
        }));
    }

    private static bool Each(string? by) => by switch
    {
        null => false,
        "segment" => true,
        _ => throw FathomException.Usage($"'{by}' in '--by {by}' is not a division of segments.", "--by segment"),
    };
}
