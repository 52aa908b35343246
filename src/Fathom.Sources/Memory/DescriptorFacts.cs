using System.Buffers.Binary;
using Fathom.Sources.Files;

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
    private const int EmptyPath = 0x1000;
    private const int NoFollow = 0x100;
    private const int NoAutomount = 0x800;

    // What is known is enough; a server that does not answer must not be asked.
    private const int NoSync = 0x4000;
    private const int CurrentFolder = -100;
    private const uint BasicStats = 0x7ff;
    private const int StatXBytes = 256;
    private const int BlockBytes = 512;
    private const int TypeBits = 0xf000;

    public bool IsPipe => (Mode & TypeBits) == 0x1000;

    public bool IsSocket => (Mode & TypeBits) == 0xc000;

    public bool IsFile => (Mode & TypeBits) == 0x8000;

    public bool IsFolder => (Mode & TypeBits) == 0x4000;

    /// <summary>Asks about one of our own descriptors.</summary>
    public static unsafe DescriptorFacts? Of(int file)
    {
        byte empty = 0;
        return Ask(file, &empty, EmptyPath);
    }

    /// <summary>Asks about a path. Nothing is opened, mounted or fetched from another machine for it.</summary>
    /// <param name="path">The path as UTF-8 with a zero at its end.</param>
    /// <param name="follow">Whether a link stands for what it leads to.</param>
    public static unsafe DescriptorFacts? Of(ReadOnlySpan<byte> path, bool follow)
    {
        fixed (byte* p = path)
            return Ask(CurrentFolder, p, NoAutomount | NoSync | (follow ? 0 : NoFollow));
    }

    private static unsafe DescriptorFacts? Ask(int folder, byte* path, int flags)
    {
        byte* status = stackalloc byte[StatXBytes];
        if (FileCalls.StatX(folder, path, flags, BasicStats, status) != 0)
            return null;
        ReadOnlySpan<byte> bytes = new(status, StatXBytes);
        ulong device = ((ulong)BinaryPrimitives.ReadUInt32LittleEndian(bytes[136..]) << 32) | BinaryPrimitives.ReadUInt32LittleEndian(bytes[140..]);
        return new DescriptorFacts(
            device,
            BinaryPrimitives.ReadUInt64LittleEndian(bytes[32..]),
            BinaryPrimitives.ReadUInt16LittleEndian(bytes[28..]),
            BinaryPrimitives.ReadUInt32LittleEndian(bytes[16..]),
            (long)BinaryPrimitives.ReadUInt64LittleEndian(bytes[48..]) * BlockBytes,
            BinaryPrimitives.ReadUInt32LittleEndian(bytes[20..]));
    }
}
