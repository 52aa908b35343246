using System.Runtime.InteropServices;

namespace Fathom.Files;

/// <summary>
/// What the kernel says of a file: the structure of statx(2), which is the same on all architectures. Fields that were not asked for may hold anything.
/// </summary>
[StructLayout(LayoutKind.Explicit, Size = 256)]
internal readonly unsafe struct FileStatus
{
    /// <summary>Type, rights, links, owner, number, size and blocks (<c>STATX_BASIC_STATS</c>).</summary>
    public const uint Basic = 0x7ff;

    /// <summary>The type (<c>STATX_TYPE</c>).</summary>
    public const uint Type = 0x1;

    /// <summary>The rights (<c>STATX_MODE</c>).</summary>
    public const uint Rights = 0x2;

    /// <summary>Names that it has (<c>STATX_NLINK</c>).</summary>
    public const uint LinkCount = 0x4;

    /// <summary>The user (<c>STATX_UID</c>).</summary>
    public const uint User = 0x8;

    /// <summary>The size (<c>STATX_SIZE</c>).</summary>
    public const uint Size = 0x200;

    /// <summary>Paths that are not whole begin at the working folder (<c>AT_FDCWD</c>).</summary>
    public const int CurrentFolder = -100;

    /// <summary>A link itself is meant (<c>AT_SYMLINK_NOFOLLOW</c>).</summary>
    public const int NoFollow = 0x100;

    private const int EmptyPath = 0x1000;
    private const int TypeMask = 0xF000;
    private const int BlockBytes = 512;

    [FieldOffset(16)] private readonly uint _links;
    [FieldOffset(20)] private readonly uint _userId;
    [FieldOffset(28)] private readonly ushort _mode;
    [FieldOffset(32)] private readonly ulong _inode;
    [FieldOffset(40)] private readonly long _sizeBytes;
    [FieldOffset(48)] private readonly long _blocks;
    [FieldOffset(136)] private readonly uint _deviceMajor;
    [FieldOffset(140)] private readonly uint _deviceMinor;

    /// <summary>Names that it has in folders.</summary>
    public uint Links => _links;

    /// <summary>The user that it belongs to.</summary>
    public uint UserId => _userId;

    /// <summary>Type and rights, as in stat.</summary>
    public int Mode => _mode;

    /// <summary>What it is.</summary>
    public FileKind Kind => KindOf(_mode);

    /// <summary>Number on its file system.</summary>
    public ulong Inode => _inode;

    /// <summary>Its length.</summary>
    public long SizeBytes => _sizeBytes;

    /// <summary>Bytes that the file system holds for it.</summary>
    public long AllocatedBytes => _blocks * BlockBytes;

    /// <summary>First part of the number of its file system.</summary>
    public uint DeviceMajor => _deviceMajor;

    /// <summary>Second part of that number.</summary>
    public uint DeviceMinor => _deviceMinor;

    /// <summary>What a file of that mode is.</summary>
    public static FileKind KindOf(int mode) => (FileKind)(mode & TypeMask);

    /// <summary>Asks about a path.</summary>
    /// <param name="path">The path as UTF-8 with a zero at its end.</param>
    /// <param name="flags">Flags of statx.</param>
    /// <param name="facts">Which fields are wanted.</param>
    /// <param name="status">The answer.</param>
    /// <returns>False where the kernel refuses; the reason is the last error of the call.</returns>
    public static bool TryRead(byte* path, int flags, uint facts, out FileStatus status)
    {
        fixed (FileStatus* result = &status)
            return FileCalls.StatX(CurrentFolder, path, flags, facts, result) == 0;
    }

    /// <summary>Asks about a path, of which a link at its end is not followed; null where that cannot be answered.</summary>
    public static FileStatus? OfLink(string path, uint facts)
    {
        fixed (byte* name = System.Text.Encoding.UTF8.GetBytes(path + '\0'))
            return TryRead(name, NoFollow, facts, out FileStatus status) ? status : null;
    }

    /// <summary>Asks about an open file.</summary>
    /// <param name="file">Its descriptor.</param>
    /// <param name="facts">Which fields are wanted.</param>
    /// <param name="status">The answer.</param>
    public static bool TryRead(int file, uint facts, out FileStatus status)
    {
        byte nothing = 0;
        fixed (FileStatus* result = &status)
            return FileCalls.StatX(file, &nothing, EmptyPath, facts, result) == 0;
    }
}
