namespace Fathom.Query.Findings;

/// <summary>Assemblies of one name that have no file.</summary>
/// <param name="Name">Their name, or the first type of each in parentheses where they have none.</param>
/// <param name="IsDynamic">Whether the program made them; otherwise it loaded them from bytes.</param>
/// <param name="Count">How many there are.</param>
/// <param name="CollectibleCount">Those in contexts that can be unloaded.</param>
internal sealed record RepeatedAssembly(string Name, bool IsDynamic, long Count, long CollectibleCount);
