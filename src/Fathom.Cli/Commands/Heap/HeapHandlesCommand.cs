using Fathom.Cli.Verbs;

namespace Fathom.Cli.Commands.Heap;

/// <summary><c>fathom heap handles SUBJECT</c>.</summary>
internal sealed class HeapHandlesCommand() : RuntimeViewCommand("handles", "GC handles by kind and type of the object.")
{
    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("fathom heap handles MyApp", "most handles first"),
        new("fathom heap handles core.4711 --where kind=pinned", "pinned objects of a core dump"),
    ];

    public override string Remarks =>
        "strong and pinned handles keep their objects alive; weak ones do not; a dependent handle keeps a second object alive as long as the first lives.\n"
        + "size_bytes is the size of the objects themselves, each counted once.";

    protected override string Content => "Handles";

    protected override string Query => "runtime/handles";
}
