namespace Fathom.Query.Questions;

/// <summary>From where on a query is the text of a file; what stands before is that of queries which it uses.</summary>
/// <param name="File">The file.</param>
/// <param name="Offset">Characters before it.</param>
/// <param name="Line">The line of the file that begins there.</param>
public sealed record QueryOrigin(string File, int Offset, int Line);
