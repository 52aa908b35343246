namespace Fathom.Model.Graph;

/// <summary>A type of objects in a graph.</summary>
/// <param name="TypeId">Number of the type in table <c>heap_type</c> of the same snapshot.</param>
/// <param name="Name">Full name.</param>
/// <param name="Module">File name of its module, or null.</param>
public sealed record GraphType(uint TypeId, string Name, string? Module);
