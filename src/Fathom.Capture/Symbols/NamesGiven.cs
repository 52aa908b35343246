namespace Fathom.Capture.Symbols;

/// <summary>What a search for symbols has named.</summary>
/// <param name="PlaceCount">Places of code that have a name now and had none.</param>
/// <param name="FrameCount">Frames of all samples that are at these places.</param>
/// <param name="FileCount">Files that they belong to.</param>
public sealed record NamesGiven(long PlaceCount, long FrameCount, int FileCount);
