using Fathom.Model.Findings;

namespace Fathom.Query.Findings;

/// <summary>A load context that was unloaded and is still there, because something holds one of its types or objects.</summary>
internal sealed class UnloadedContextRule : Rule
{
    private const string Holder = "fathom heap paths … --type System.Reflection.LoaderAllocator";

    /// <inheritdoc/>
    public override string Name => "unloaded-context";

    /// <inheritdoc/>
    public override IReadOnlyList<string> Parts { get; } = [LookParts.Modules];

    /// <inheritdoc/>
    public override string? NotJudged(FindingLook look) => look.UnloadedContexts is null ? "the recording holds no list of modules" : null;

    /// <inheritdoc/>
    public override IEnumerable<Finding> Find(FindingLook look) => look.UnloadedContexts!.Select(context => new Finding(
        Name,
        Severity.Warning,
        context.Name,
        $"the load context was unloaded, but {Modules(context)} still there; something holds its types or objects: '{Holder}' shows what"));

    private static string Modules(UnloadedContext context) =>
        context.ModuleCount == 1 ? $"its module {context.FirstModule} is" : $"{context.ModuleCount} modules, such as {context.FirstModule}, are";
}
