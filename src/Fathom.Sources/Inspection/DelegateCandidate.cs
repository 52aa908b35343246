namespace Fathom.Sources.Inspection;

/// <summary>A delegate that calls many targets.</summary>
/// <param name="Address">The delegate.</param>
/// <param name="Type">Its type.</param>
/// <param name="List">The array of the delegates that it calls.</param>
/// <param name="Count">How many of them are in use.</param>
internal sealed record DelegateCandidate(ulong Address, string Type, ulong List, int Count);
