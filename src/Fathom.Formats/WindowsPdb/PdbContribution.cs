namespace Fathom.Formats.WindowsPdb;

/// <summary>Code that the linker took from one object file: a function, where each is a piece of its own, or more.</summary>
/// <param name="Rva">Where it begins.</param>
/// <param name="Bytes">Its bytes.</param>
/// <param name="Module">The number of the object file.</param>
internal readonly record struct PdbContribution(uint Rva, uint Bytes, int Module);
