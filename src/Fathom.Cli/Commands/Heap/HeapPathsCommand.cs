using System.CommandLine;
using Fathom.Cli.Options;
using Fathom.Cli.Verbs;
using Fathom.Model.Graph.Analyses;
using Fathom.Model.Results;
using Fathom.Query.Graph;

namespace Fathom.Cli.Commands.Heap;

/// <summary><c>fathom heap paths SUBJECT</c>: who holds some objects.</summary>
internal sealed class HeapPathsCommand : GraphViewCommand
{
    private readonly Option<string[]> _type = OptionCatalog.Values("--type", "PATTERN", "To the objects of the types whose whole name matches: MyApp.Order; * and ? are wildcards.");
    private readonly Option<string?> _address = OptionCatalog.Value("--address", "ADDRESS", "To the object at this address, such as 0x7f12a0003c50.");
    private readonly Switch _all = new("--all", "Shows every path that looks different, not only the shortest of each object.");

    public HeapPathsCommand()
        : base("paths", "Shortest paths from roots to objects; equal ones are shown as one.")
    {
        Add(_type);
        Add(_address);
        Add(_all);
        AddOthers();
    }

    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("fathom heap paths MyApp --type MyApp.Order", "who holds the orders, and how many by each path"),
        new("fathom heap paths core.4711 --address 0x7f12a0003c50", "who holds one object of a core dump"),
        new("fathom heap paths MyApp --type MyApp.Order --all", "every path by which orders are held, not only the shortest"),
        new("fathom heap paths MyApp --type MyApp.Order --where root_kind=static", "those that a static field holds"),
    ];

    public override string Remarks =>
        "Each object counts once, on a shortest path to it. Paths are the same when the root and the types on the way are; types that a path visits again\n"
        + "and again, as in a linked list, are shown once and marked as repeated. With --all an object counts on each of its paths; paths through other requested objects are left out.";

    protected override ResultShape Shape => GraphShapes.Paths;

    protected override string Contents => "Paths from roots.";

    protected override (IGraphAnalysis Analysis, string View, string? Words) Question(Asked asked)
    {
        PathAnalysis analysis = Analysis(asked);
        return (analysis, PathAnalysis.View, analysis.Question);
    }

    protected override ResultTable Rows(GraphReport report) => report.Paths();

    protected override IReadOnlyList<string> Notes(GraphReport report) => report.PathNotes();

    private PathAnalysis Analysis(Asked asked) => (asked.Values(_type), asked.Value(_address)) switch
    {
        ({ Length: > 0 } types, null) => PathAnalysis.ToTypes(types, asked.Has(_all)),
        ([], { } address) => PathAnalysis.ToObject(AddressText.Parse(_address.Name, address), asked.Has(_all)),
        ([], null) => throw FathomException.Usage("'fathom heap paths' needs a type or an address.", "--type NAME or --address ADDRESS"),
        _ => throw FathomException.Usage("'--type' and '--address' exclude each other.", "leave one of them out"),
    };
}
