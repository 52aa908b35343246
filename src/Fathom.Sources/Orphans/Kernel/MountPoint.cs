namespace Fathom.Sources.Orphans.Kernel;

/// <summary>A mounted file system as one process sees it.</summary>
/// <param name="Device">Number of the file system, as in <c>FileId</c>.</param>
/// <param name="Root">The part of the file system that is mounted: / for all of it.</param>
/// <param name="Path">Where it is mounted.</param>
/// <param name="Type">Kind of file system, such as tmpfs.</param>
/// <param name="ProcessId">A process that sees it there.</param>
internal readonly record struct MountPoint(ulong Device, string Root, string Path, string Type, int ProcessId)
{
    /// <summary>Whether its files are in memory and nowhere else.</summary>
    public bool IsMemory => Type is "tmpfs" or "devtmpfs" or "hugetlbfs";
}
