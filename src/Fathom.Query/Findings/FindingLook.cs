using Fathom.Model.Findings;
using Fathom.Query.Stacks;

namespace Fathom.Query.Findings;

/// <summary>Everything in a recording that rules judge, as far as it is there.</summary>
/// <param name="Threads">The newest look at threads, or null.</param>
/// <param name="Objects">The newest look at the objects of the heap, or null.</param>
/// <param name="UnloadedContexts">Load contexts that should be gone; null where the recording has no list of modules.</param>
internal sealed record FindingLook(ThreadLook? Threads, ObjectLook? Objects, IReadOnlyList<UnloadedContext>? UnloadedContexts)
{
    /// <summary>Assemblies without a file of which there are several of one name, most first.</summary>
    public IReadOnlyList<RepeatedAssembly> RepeatedAssemblies { get; init; } = [];

    /// <summary>Parts that are not whole, as in <see cref="LookParts"/>, with the reason.</summary>
    public IReadOnlyDictionary<string, string> Unfinished { get; init; } = new Dictionary<string, string>();
}
