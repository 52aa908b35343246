namespace Fathom.Sources.RuntimeTables;

/// <summary>What objects with finalizers are counted by.</summary>
/// <param name="State">registered, suppressed or ready.</param>
/// <param name="Type">Their type.</param>
internal readonly record struct FinalizableGroup(string State, string Type);
