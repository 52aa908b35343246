namespace Fathom.Formats.PortablePdb;

/// <summary>A line of a source file.</summary>
/// <param name="Document">The file.</param>
/// <param name="Line">The line, from 1.</param>
public readonly record struct PdbLine(PdbDocument Document, int Line);
