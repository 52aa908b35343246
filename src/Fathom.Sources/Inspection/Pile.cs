namespace Fathom.Sources.Inspection;

/// <summary>Things of one kind that still wait for something.</summary>
/// <param name="Kind">As in <c>heap_pile.kind</c>.</param>
/// <param name="Name">The callback or type.</param>
/// <param name="Address">The one object that they belong to; null where they are counted by name.</param>
/// <param name="Count">How many.</param>
internal sealed record Pile(string Kind, string Name, ulong? Address, long Count);
