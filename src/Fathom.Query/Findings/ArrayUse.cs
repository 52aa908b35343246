namespace Fathom.Query.Findings;

/// <summary>Arrays of one type.</summary>
internal sealed record ArrayUse(string Type, long Count, long SparseCount, long WastedBytes);
