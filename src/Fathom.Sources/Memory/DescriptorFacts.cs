using Fathom.Files;


namespace Fathom.Sources.Memory;

/// <summary>What a descriptor is of, from statx(2).</summary>
/// <param name="Device">Number of the file system.</param>
/// <param name="Inode">Number on it.</param>
/// <param name="Mode">Type and rights, as in stat.</param>
/// <param name="Links">Names that it has in folders.</param>
/// <param name="AllocatedBytes">Bytes that the file system holds for it.</param>
/// <param name="UserId">The user that it belongs to.</param>
internal readonly record struct DescriptorFacts(ulong Device, ulong Inode, int Mode, uint Links, long AllocatedBytes, uint UserId = 0)
{
    private const int NoAutomount = 0x800;

    // What is known is enough; a server that does not answer must not be asked.
    private const int NoSync = 0x4000;

    public bool IsPipe => Kind == FileKind.Pipe;

    public bool IsSocket => Kind == FileKind.Socket;

    public bool IsFile => Kind == FileKind.Regular;

    public bool IsFolder => Kind == FileKind.Folder;

    private FileKind Kind => FileStatus.KindOf(Mode);

    /// <summary>Asks about one of our own descriptors.</summary>
    public static DescriptorFacts? Of(int file) => FileStatus.TryRead(file, FileStatus.Basic, out FileStatus status) ? Of(status) : null;

    /// <summary>Asks about a path. Nothing is opened, mounted or fetched from another machine for it.</summary>
    /// <param name="path">The path as UTF-8 with a zero at its end.</param>
    /// <param name="follow">Whether a link stands for what it leads to.</param>
    public static unsafe DescriptorFacts? Of(ReadOnlySpan<byte> path, bool follow)
    {
        fixed (byte* p = path)
            return FileStatus.TryRead(p, NoAutomount | NoSync | (follow ? 0 : FileStatus.NoFollow), FileStatus.Basic, out FileStatus status) ? Of(status) : null;
    }

    private static DescriptorFacts Of(in FileStatus status) => new(
        ((ulong)status.DeviceMajor << 32) | status.DeviceMinor, status.Inode, status.Mode, status.Links, status.AllocatedBytes, status.UserId);
}
