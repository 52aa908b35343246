using System.CommandLine;
using Fathom.Capture.Subjects;
using Fathom.Cli.Options;
using Fathom.Cli.Output;
using Fathom.Cli.Sources;
using Fathom.Cli.Verbs;
using Fathom.Model.Heap;
using Fathom.Query.Heap;
using Fathom.Query.Questions;
using Fathom.Render.Heap;

namespace Fathom.Cli.Commands.Heap;

/// <summary><c>fathom heap histogram SUBJECT</c>: how large the objects of each type are.</summary>
internal sealed class HeapHistogramCommand : SubjectCommand
{
    private const string Groupings = "type|size";

    private readonly Option<string[]> _type = OptionCatalog.Type();
    private readonly Option<string?> _by = OptionCatalog.By(Groupings);

    public HeapHistogramCommand()
        : base("histogram", "How large the objects of each type are, by powers of two.", Subject(SubjectText.WithGcDump))
    {
        Add(_type);
        Add(_by);
        AddOutput(OutputFeatures.TypeView);
        Source = new SourceOptions(this, saves: true);
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

    protected override SubjectQuestion Ask(AskedSubjects asked)
    {
        bool bySize = BySize(asked.Value(_by));
        if (bySize && asked.Values(_type).Length > 0)
            throw FathomException.Usage("'--by size' sums up all types, so '--type' has no effect.", "leave one of them out");
        SqlQuestion question = SqlQuestion.About(bySize ? "heap/histogram_by_size" : "heap/histogram");
        return new SubjectQuestion(question.Shape, SubjectReader.Sizes, inquiry =>
        {
            HeapReport report = new(inquiry.Session, inquiry.Stop);
            HeapSnapshotFacts facts = report.Facts(0);
            return inquiry.Result(report.Histogram(question, inquiry.Request)) with { Header = HeapHeader.Of(facts), Losses = inquiry.Losses };
        })
        {
            Where = TypeFilter.Of(_type, asked.Parsed),
        };
    }

    private static bool BySize(string? by) => by switch
    {
        null or "type" => false,
        "size" => true,
        _ => throw FathomException.Usage($"'{by}' in '--by {by}' is not a way to split the sizes.", $"--by {Groupings}"),
    };
}
