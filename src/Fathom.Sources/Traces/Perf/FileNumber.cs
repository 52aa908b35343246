namespace Fathom.Sources.Traces.Perf;

/// <summary>A file as the kernel numbers it.</summary>
/// <param name="Device">Its device: major times 2^32 plus minor.</param>
/// <param name="Inode">Its number there; 0 where it is not known.</param>
internal readonly record struct FileNumber(ulong Device, ulong Inode);
