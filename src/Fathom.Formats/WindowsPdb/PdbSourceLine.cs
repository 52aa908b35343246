namespace Fathom.Formats.WindowsPdb;

/// <summary>The line of source that an instruction is of.</summary>
/// <param name="Path">Path of the file as the compiler had it.</param>
/// <param name="Line">The line, from 1.</param>
public readonly record struct PdbSourceLine(string Path, int Line);
