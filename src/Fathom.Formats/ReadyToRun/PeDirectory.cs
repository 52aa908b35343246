namespace Fathom.Formats.ReadyToRun;

/// <summary>A range of an image that a header points to.</summary>
/// <param name="Rva">Where it begins, from the image base; 0 where there is none.</param>
/// <param name="Size">Its bytes.</param>
internal readonly record struct PeDirectory(uint Rva, uint Size);
