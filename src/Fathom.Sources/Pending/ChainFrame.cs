namespace Fathom.Sources.Pending;

/// <summary>One place of a chain of calls.</summary>
/// <param name="Text">A call; at the end of the chain what is waited for, or null where that is not known or nothing is.</param>
/// <param name="AwaitIndex">Which await the call stands at, 1 = the first; null where it stands at none.</param>
/// <param name="Status">At the end of the chain how far that has come; null for calls.</param>
internal readonly record struct ChainFrame(string? Text, int? AwaitIndex, string? Status);
