namespace Fathom.Formats.Elf;

/// <summary>A range of the process's memory that a core lists, whether or not the file holds its bytes.</summary>
/// <param name="Start">First address.</param>
/// <param name="End">End, exclusive.</param>
/// <param name="SavedBytes">Bytes from the start on that the file holds.</param>
/// <param name="Flags">Rights, as bits of p_flags: 1 execute, 2 write, 4 read.</param>
public readonly record struct CoreRange(ulong Start, ulong End, ulong SavedBytes, uint Flags);
