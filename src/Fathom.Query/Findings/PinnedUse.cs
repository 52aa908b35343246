namespace Fathom.Query.Findings;

/// <summary>Objects of one type that handles pin.</summary>
internal sealed record PinnedUse(string Type, long Count, long SizeBytes);
