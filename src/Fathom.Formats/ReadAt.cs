namespace Fathom.Formats;

/// <summary>Reads bytes at a place of a file, or of what is loaded in memory.</summary>
/// <param name="offset">The place, from the start.</param>
/// <param name="buffer">Gets the bytes.</param>
/// <returns>How many could be read.</returns>
public delegate int ReadAt(ulong offset, Span<byte> buffer);
