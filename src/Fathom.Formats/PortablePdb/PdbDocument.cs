namespace Fathom.Formats.PortablePdb;

/// <summary>A source file as the compiler saw it.</summary>
/// <param name="Path">Its path; up to <see cref="PortablePdbFile.LongestPath"/> characters.</param>
/// <param name="Algorithm">What its checksum was made with.</param>
/// <param name="Checksum">Its checksum; empty for none.</param>
public sealed record PdbDocument(string Path, PdbChecksum Algorithm, ReadOnlyMemory<byte> Checksum);
