namespace Fathom.Sources.Events.Maps;

/// <summary>Which module declares a type.</summary>
/// <param name="TypeId">The runtime's number of the type.</param>
/// <param name="ModuleId">The runtime's number of the module.</param>
public readonly record struct TypeModule(ulong TypeId, ulong ModuleId);
