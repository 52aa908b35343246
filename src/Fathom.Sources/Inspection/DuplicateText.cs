namespace Fathom.Sources.Inspection;

/// <summary>A text that several strings have.</summary>
/// <param name="Text">Its beginning.</param>
/// <param name="Length">Characters of the whole text.</param>
/// <param name="Count">Strings with it.</param>
/// <param name="WastedBytes">Bytes of all but one of them.</param>
internal sealed record DuplicateText(string Text, int Length, long Count, long WastedBytes);
