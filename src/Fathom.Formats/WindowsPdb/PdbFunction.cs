namespace Fathom.Formats.WindowsPdb;

/// <summary>A function of a PDB.</summary>
/// <param name="Name">Its name: as the linker has it (decorated), or as the compiler wrote it for debuggers
/// (<paramref name="IsPlain"/>).</param>
/// <param name="Offset">Bytes from its begin.</param>
/// <param name="IsPlain">Whether the name is that of the source.</param>
public readonly record struct PdbFunction(string Name, uint Offset, bool IsPlain);
