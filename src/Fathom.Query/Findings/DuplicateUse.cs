namespace Fathom.Query.Findings;

/// <summary>A text that several strings have.</summary>
internal sealed record DuplicateUse(string Text, long Length, long Count, long WastedBytes);
