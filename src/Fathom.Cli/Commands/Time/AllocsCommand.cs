using Fathom.Cli.Options;
using Fathom.Cli.Output;
using Fathom.Cli.Verbs;
using Fathom.Model.Results;
using Fathom.Query.Questions;
using Fathom.Query.Time;
using Fathom.Query.Trees;
using Fathom.Render.Time;

namespace Fathom.Cli.Commands.Time;

/// <summary><c>fathom allocs TRACE</c>.</summary>
internal sealed class AllocsCommand : TraceViewCommand
{
    /// <summary>One sentence for the list of verbs.</summary>
    public const string Summary = "Allocated bytes by type or method, estimated from samples.";

    private readonly ByOption _by = new(
        "allocations",
        "A row for each type of objects, the default, for each own method that allocated, or for each tag of stacks.",
        ("type", AllocationReport.ByType),
        ("method", AllocationReport.ByMethod),
        (TagOptions.Word, TagReport.Allocations));

    public AllocsCommand()
        : base(TraceVerbs.Allocs, Summary, OutputFeatures.TypeView, trees: TreeMeasure.Allocs)
    {
        Add(_by.Option);
        AddComparisons(_by.Option);
    }

    internal override bool NamesTypes => true;

    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("fathom allocs slow.fathom", "types with the most bytes, and how certain that is"),
        new("fathom allocs slow.fathom --by method --top 10", "who allocated"),
        new("fathom allocs slow.fathom --tree", "the calls that lead to allocations"),
        new("fathom allocs slow.fathom -o allocs.html", "a page for a browser: when it was allocated, and where"),
        new("fathom allocs slow.fathom --where error_percent=..10", "only what 100 samples or more tell of"),
    ];

    public override string Remarks => "Record with: fathom record PID --duration 10s --save NAME.fathom\n\n"
        + "Or with: dotnet-trace collect -p PID --providers Microsoft-Windows-DotNETRuntime:0x80000000000:4\n\n"
        + "Before .NET 10: dotnet-trace collect -p PID --profile gc-verbose\n\n"
        + "One allocation in about 100 KB is sampled. A figure from n samples has a relative standard error of 100 % / sqrt(n): of 100 samples, 10 %.";

    protected override string Content => "Allocations";

    protected override string Query => AllocationReport.ByType;

    protected override string? OtherRows(AskedSubjects asked) => asked.Value(_by.Option) is null ? null : _by.Option.Name;

    protected override string ContentFor(AskedSubjects asked) => IsByTag(asked) ? $"{Content} by tag" : Content;

    protected override bool IsByTag(AskedSubjects asked) => _by.Other(asked.Parsed) == TagOptions.Word;

    protected override string QueryFor(AskedSubjects asked) => _by.Query(asked.Parsed);

    protected override CommandResult Answer(AskedSubjects asked, Inquiry inquiry, SqlQuestion question) =>
        inquiry.Result(question) with { Header = [.. AllocationHeader.Of(new AllocationReport(inquiry.Session, 0, inquiry.Stop).Sums())] };
}
