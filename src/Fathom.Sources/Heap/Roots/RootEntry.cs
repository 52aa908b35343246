using Fathom.Model.Graph;

namespace Fathom.Sources.Heap.Roots;

/// <summary>A root as it was read: the object's address in place of its number, which is not known yet.</summary>
/// <param name="Address">Address of the object.</param>
/// <param name="Kind">What sort of reference it is.</param>
/// <param name="Holder">Who holds it, or null.</param>
/// <param name="IsInterior">Whether the address may lie anywhere in the object.</param>
internal readonly record struct RootEntry(ulong Address, RootKind Kind, string? Holder, bool IsInterior = false);
