namespace Fathom.Query.Findings;

/// <summary>Things of one kind that wait for something.</summary>
/// <param name="Kind">One of <see cref="Model.Inspection.PileKinds"/>.</param>
/// <param name="Name">Callback or type.</param>
/// <param name="Address">The one source or task; 0 for the kinds that are counted by name.</param>
/// <param name="Count">How many.</param>
internal sealed record PileUse(string Kind, string Name, ulong Address, long Count);
