namespace Fathom.Sources.Dac;

/// <summary>A DAC that was found and fits.</summary>
/// <param name="Path">The file.</param>
/// <param name="Note">What a reader must know to trust the numbers, or null where the DAC is beyond doubt.</param>
internal readonly record struct DacLibrary(string Path, string? Note);
