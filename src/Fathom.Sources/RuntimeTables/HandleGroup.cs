namespace Fathom.Sources.RuntimeTables;

/// <summary>What handles are counted by.</summary>
/// <param name="Kind">Kind of handle, in words of <c>heap_handle.kind</c>.</param>
/// <param name="Type">Type of the object, or null for an empty handle.</param>
/// <param name="DependentType">Type of the object that a dependent handle keeps alive, or null.</param>
internal readonly record struct HandleGroup(string Kind, string? Type, string? DependentType);
