namespace Fathom.Sources.Events.Maps;

/// <summary>Which method of which type a number of the runtime means.</summary>
/// <param name="MethodId">The runtime's number of the method.</param>
/// <param name="TypeId">The runtime's number of its type.</param>
/// <param name="Token">The number of the method in the metadata of the module of its type.</param>
public readonly record struct MethodToken(ulong MethodId, ulong TypeId, uint Token);
