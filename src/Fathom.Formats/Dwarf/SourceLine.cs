namespace Fathom.Formats.Dwarf;

/// <summary>The line of source that an instruction comes from.</summary>
/// <param name="Path">
/// The source file as the compiler names it. It is absolute, unless the compiler was given a relative name and the file does not say in which
/// folder it ran. Empty where the file has no name for it.
/// </param>
/// <param name="Line">Line, from 1; 0 where the compiler made the instruction for no line.</param>
/// <param name="Column">Column in bytes, from 1; 0 where it is not known.</param>
public readonly record struct SourceLine(string Path, int Line, int Column);
