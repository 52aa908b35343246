namespace Fathom.Query.Findings;

/// <summary>Collections of one type.</summary>
internal sealed record CollectionUse(string Type, long Count, long EmptyCount, long EmptyBytes, long SparseCount, long WastedBytes);
