using System.CommandLine;
using Fathom.Capture.Subjects;
using Fathom.Cli.Frame;
using Fathom.Cli.Options;
using Fathom.Cli.Output;
using Fathom.Cli.Sources;
using Fathom.Cli.Verbs;
using Fathom.Model.Heap;
using Fathom.Model.Results;
using Fathom.Query.Heap;
using Fathom.Query.Sessions;
using Fathom.Render.Heap;

namespace Fathom.Cli.Commands.Heap;

/// <summary><c>fathom heap histogram SUBJECT</c>: how large the objects of each type are.</summary>
internal sealed class HeapHistogramCommand : FathomCommand
{
    private const string Groupings = "type|size";

    private readonly Argument<string> _subject = new("subject") { Description = "A pid, a process name, a core dump, a gcdump file or a recording." };
    private readonly Option<string[]> _type = OptionCatalog.Type();
    private readonly Option<string?> _by = OptionCatalog.By(Groupings);
    private readonly SourceOptions _source;
    private readonly OutputOptions _output;

    public HeapHistogramCommand()
        : base("histogram", "How large the objects of each type are, by powers of two.")
    {
        Add(_subject);
        Add(_type);
        Add(_by);
        _output = new OutputOptions(this, OutputFeatures.All & ~OutputFeatures.Append);
        _source = new SourceOptions(this, saves: true);
    }

    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("fathom heap histogram MyApp --type System.String", "few long strings, or many short ones"),
        new("fathom heap histogram core.4711 --by size", "all types of a core dump together"),
        new("fathom heap histogram MyApp --where from_bytes=64KiB..", "objects that may lie on the large object heap"),
    ];

    public override string Remarks =>
        "A row holds the objects of at least from_bytes and less than to_bytes. Types with the most bytes come first.\n"
        + "Dead objects that are not collected yet are included.";

    public override ValueTask<ExitCode> RunAsync(ParseResult parsed, CommandContext context)
    {
        bool bySize = BySize(parsed.GetValue(_by));
        if (bySize && parsed.GetValue(_type) is { Length: > 0 })
            throw FathomException.Usage("'--by size' sums up all types, so '--type' has nothing to keep.", "leave one of them out");
        OutputRequest request = _output.Read(parsed, context);
        OutputPlan plan = TypeFilter.Apply(_type, parsed, request).Bind(bySize ? HeapShapes.HistogramBySize : HeapShapes.Histogram);
        string subject = parsed.GetValue(_subject)!;
        using SubjectRecording heap = _source.Open(parsed, _source.Resolve(parsed, subject)[0], SubjectReader.Sizes, request.Target.Force, context);
        using QuerySession session = QuerySession.Open(heap.Reader);
        HeapReport report = new(session, context.Stop);
        HeapSnapshotFacts facts = report.Facts(0);
        return new(plan.Publish(new CommandResult("heap histogram", [subject], report.Histogram(0, bySize, plan.Request))
        {
            Header = HeapHeader.Of(facts),
            Losses = report.Losses(0),
            Notes = session.Notices,
        }));
    }

    private static bool BySize(string? by) => by switch
    {
        null or "type" => false,
        "size" => true,
        _ => throw FathomException.Usage($"'{by}' in '--by {by}' is not a division of the sizes.", $"--by {Groupings}"),
    };
}
