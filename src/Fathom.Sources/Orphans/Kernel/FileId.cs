namespace Fathom.Sources.Orphans.Kernel;

/// <summary>What file it is, however many names and descriptors it has.</summary>
/// <param name="Device">Number of its file system: major in the upper half, minor in the lower.</param>
/// <param name="Inode">Its number there.</param>
internal readonly record struct FileId(ulong Device, ulong Inode)
{
    /// <summary>The number of a file system from its two parts.</summary>
    public static ulong DeviceOf(uint major, uint minor) => ((ulong)major << 32) | minor;
}
