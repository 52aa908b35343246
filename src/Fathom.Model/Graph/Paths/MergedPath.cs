namespace Fathom.Model.Graph.Paths;

/// <summary>Paths of one shape.</summary>
/// <param name="Kind">What sort of root they start at.</param>
/// <param name="Holder">Who holds it, or null.</param>
/// <param name="Steps">The types on the way, from the root to the objects that were asked for.</param>
/// <param name="Count">Objects that are reached this way.</param>
/// <param name="SizeBytes">Bytes that these objects themselves occupy.</param>
/// <param name="Example">One of them.</param>
public sealed record MergedPath(RootKind Kind, string? Holder, IReadOnlyList<PathStep> Steps, long Count, long SizeBytes, uint Example);
