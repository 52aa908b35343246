namespace Fathom.Sources.Traces.Rows;

/// <summary>How the code of a file was mapped.</summary>
/// <param name="FileOffset">Place in the file where the mapping begins.</param>
/// <param name="Bytes">Its length.</param>
public readonly record struct CodeRange(ulong FileOffset, ulong Bytes);
