namespace Fathom.Sources.Machine.Trust;

/// <summary>Whether others than root and ourselves can decide what a file holds.</summary>
/// <param name="File">The file, held open and to be disposed of; null where it is absent or not trusted.</param>
/// <param name="Distrust">Why it is not trusted, as the end of a sentence; null where it is trusted or absent.</param>
internal readonly record struct TrustResult(ITreeEntry? File, string? Distrust);
