namespace Fathom.Formats.Marks;

/// <summary>What a file of marks has.</summary>
/// <param name="Marks">The marks, in the order in which they were written.</param>
/// <param name="BadLines">Lines that are none, and one that was not written to its end.</param>
/// <param name="UnreadBytes">Bytes behind those that are read of a file.</param>
public sealed record MarkFileContent(IReadOnlyList<Mark> Marks, int BadLines, long UnreadBytes);
