namespace Fathom.Sources.Orphans.Descriptors;

/// <summary>How much of a file is in the page cache.</summary>
/// <param name="Bytes">In all.</param>
/// <param name="Path">The file, as its descriptor shows it.</param>
internal readonly record struct CachedPages(long Bytes, string Path);
