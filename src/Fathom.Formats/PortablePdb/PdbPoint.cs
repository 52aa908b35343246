namespace Fathom.Formats.PortablePdb;

/// <summary>Where the code of a statement begins.</summary>
/// <param name="Offset">The offset in the IL of the method.</param>
/// <param name="DocumentRow">The row of the source file in the table of documents.</param>
/// <param name="Line">The line, from 1.</param>
internal readonly record struct PdbPoint(int Offset, int DocumentRow, int Line);
