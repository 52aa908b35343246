using System.Globalization;
using Fathom.Model.Findings;

namespace Fathom.Query.Findings;

/// <summary>The same assembly made or loaded from bytes again and again: its code and types outside of the heap are not freed.</summary>
internal sealed class RepeatedAssembliesRule : Rule
{
    private const int Many = 100;

    /// <inheritdoc/>
    public override string Name => "repeated-assemblies";

    /// <inheritdoc/>
    public override IReadOnlyList<string> Parts { get; } = [LookParts.Modules];

    /// <inheritdoc/>
    public override string? NotJudged(FindingLook look) => look.UnloadedContexts is null ? "the recording holds no list of modules" : null;

    /// <inheritdoc/>
    public override IEnumerable<Finding> Find(FindingLook look) =>
        look.RepeatedAssemblies.Where(static one => one.Count >= Many).Select(one => new Finding(Name, Severity.Warning, one.Name, Evidence(one)));

    private static string Evidence(RepeatedAssembly one)
    {
        string made = one.IsDynamic ? "were made while the program ran (Reflection.Emit)" : "were loaded from bytes";
        string stay = one.CollectibleCount == one.Count ? "each stays until nothing refers to its context" : "they stay until the program ends";
        string hint = one.Name.Contains("Microsoft.Xml.Serialization.GeneratedAssembly", StringComparison.Ordinal)
            ? "; each new XmlSerializer with overrides, extra types or a root makes one: keep and reuse it"
            : "";
        return string.Create(CultureInfo.InvariantCulture, $"{one.Count:#,##0} assemblies of this name {made}; {stay}{hint}");
    }
}
