namespace Fathom.Formats.WindowsPdb;

/// <summary>A section of the program that a PDB is of.</summary>
/// <param name="Rva">Where it begins in memory, from the start of the program.</param>
/// <param name="Bytes">Its bytes in memory.</param>
/// <param name="HasCode">Whether it is code.</param>
internal readonly record struct PdbSection(uint Rva, uint Bytes, bool HasCode);
