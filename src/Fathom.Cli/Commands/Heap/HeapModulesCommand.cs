using Fathom.Cli.Output;
using Fathom.Cli.Verbs;

namespace Fathom.Cli.Commands.Heap;

/// <summary><c>fathom heap modules SUBJECT</c>.</summary>
internal sealed class HeapModulesCommand() : RuntimeViewCommand("modules", "Assemblies, their load contexts, and those that should be gone.", OutputFeatures.View)
{
    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("fathom heap modules MyApp", "those of unloaded contexts first"),
        new("fathom heap modules MyApp --where unloading=true", "what was unloaded and is still held"),
    ];

    public override string Remarks =>
        "unloading is true for a module whose AssemblyLoadContext was unloaded. It stays until nothing refers to its types and objects any more.";

    protected override string Content => "Modules";

    protected override string Query => "runtime/modules";
}
