namespace Fathom.Storage.Recordings;

/// <summary>A file that a recording was made from.</summary>
/// <param name="Path">As it was given.</param>
/// <param name="Kind">What it is: core, perf, nettrace, etl.</param>
/// <param name="Bytes">Its size in bytes.</param>
/// <param name="Sha256">Its hash in lower-case hexadecimal; null where it was too large to be hashed.</param>
public sealed record ManifestSource(string Path, string Kind, long Bytes, string? Sha256);
