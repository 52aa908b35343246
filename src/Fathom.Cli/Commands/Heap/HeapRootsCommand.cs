using Fathom.Cli.Verbs;
using Fathom.Model.Graph.Analyses;
using Fathom.Model.Results;
using Fathom.Query.Graph;
using Fathom.Query.Questions;

namespace Fathom.Cli.Commands.Heap;

/// <summary><c>fathom heap roots SUBJECT</c>: who outside of the heap keeps how much alive.</summary>
internal sealed class HeapRootsCommand : GraphViewCommand
{
    public HeapRootsCommand()
        : base("roots", "Who outside the heap keeps how much: statics, locals, handles.") => AddOthers();

    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("fathom heap roots MyApp", "static fields, locals and handles by what they keep alive"),
        new("fathom heap roots MyApp --where kind=static", "static fields"),
        new("fathom heap roots core.4711 --where kind=*pinned*", "pinned objects, with all behind them"),
        new("fathom heap roots MyApp --where kind=stack,holder=*Checkout*", "what the locals of a method keep"),
        new("fathom heap roots MyApp --fail-if 'holder=*s_cache*,retained_bytes=100MiB..'", "in a script: a cache that is too large"),
    ];

    public override string Remarks =>
        "An object that several hold counts for the most telling of them (a static field before a local before a handle), and in "
        + "shared_count.\n"
        + "Objects that no single holder keeps are in the row 'several'. The rows add up to all live objects.";

    protected override ResultShape Shape => NamedQuery.Of(GraphReport.HoldersQuery).Shape;

    protected override string Contents => "Live objects by who keeps them.";

    protected override (IGraphAnalysis Analysis, string View, string? Words) Question(Asked asked) => (new HolderAnalysis(), HolderAnalysis.View, null);

    protected override ResultTable Rows(GraphReport report) => report.Holders();

    protected override ResultTable Totals(GraphReport report) => report.Live();
}
