using System.Buffers.Binary;
using System.Numerics;

namespace Fathom.Formats.WindowsPdb;

/// <summary>
/// A file of several streams, the container of Windows PDBs (MSF 7.00). It is cut into blocks of one size. A stream is a list of blocks,
/// in any order, and the directory has
/// the length and the blocks of each stream; where the directory is stands in a block of its own.
/// </summary>
/// <remarks>
/// <code>
/// at 0   "Microsoft C/C++ MSF 7.00\r\n", 0x1A, "DS", three zeros
///    32  u32 bytes of a block, u32 free block map, u32 blocks, u32 bytes of the directory, u32 unknown, u32 block with the list of
/// blocks of the directory
/// directory  u32 streams; u32 bytes of each (0xFFFFFFFF: deleted); then the blocks of each, u32
/// </code>
/// Nothing in it is trusted: sizes are bounded by the length of the file, so that a damaged one costs no memory.
/// </remarks>
internal sealed class MsfFile
{
    private const int HeadBytes = 56;
    private const int BlockSizeAt = 32;
    private const int DirectoryBytesAt = 44;
    private const int DirectoryListAt = 52;
    private const int FewestBlockBytes = 512;
    private const int MostBlockBytes = 1 << 16;
    private const int MostDirectoryBytes = 64 << 20;
    private const uint Deleted = uint.MaxValue;

    private static ReadOnlySpan<byte> Magic => "Microsoft C/C++ MSF 7.00\r\n\x1a"u8;

    private readonly ReadAt _read;
    private readonly long _length;
    private readonly int _blockBytes;
    private readonly uint[] _directory;
    private readonly int[] _firstBlock;

    private MsfFile(ReadAt read, long length, int blockBytes, uint[] directory, int[] firstBlock) =>
        (_read, _length, _blockBytes, _directory, _firstBlock) = (read, length, blockBytes, directory, firstBlock);

    /// <summary>How many streams there are.</summary>
    public int Count => _firstBlock.Length;

    /// <summary>Opens a file.</summary>
    /// <param name="read">Reads it.</param>
    /// <param name="length">Its length in bytes.</param>
    /// <returns>Null where it is no such file, or its directory is damaged.</returns>
    public static MsfFile? TryOpen(ReadAt read, long length)
    {
        Span<byte> head = stackalloc byte[HeadBytes];
        if (read(0, head) < HeadBytes || !head.StartsWith(Magic))
            return null;
        uint blockBytes = BinaryPrimitives.ReadUInt32LittleEndian(head[BlockSizeAt..]);
        uint bytes = BinaryPrimitives.ReadUInt32LittleEndian(head[DirectoryBytesAt..]);
        uint list = BinaryPrimitives.ReadUInt32LittleEndian(head[DirectoryListAt..]);
        if (!BitOperations.IsPow2(blockBytes) || blockBytes is < FewestBlockBytes or > MostBlockBytes || bytes is < sizeof(uint) or > MostDirectoryBytes || bytes > length)
            return null;
        uint[]? blocks = Words(read, (ulong)list * blockBytes, (int)((bytes + blockBytes - 1) / blockBytes));
        if (blocks is null)
            return null;
        uint[] directory = new uint[bytes / sizeof(uint)];
        Span<byte> whole = System.Runtime.InteropServices.MemoryMarshal.AsBytes(directory.AsSpan());
        for (int i = 0; i * (int)blockBytes < whole.Length; i++)
        {
            Span<byte> part = whole[(i * (int)blockBytes)..Math.Min(whole.Length, (i + 1) * (int)blockBytes)];
            if (read((ulong)blocks[i] * blockBytes, part) < part.Length)
                return null;
        }

        return FirstBlocks(directory, (int)blockBytes, length) is { } first ? new MsfFile(read, length, (int)blockBytes, directory, first) : null;
    }

    /// <summary>Bytes of a stream; 0 for one that is not there.</summary>
    public long LengthOf(int stream) => (uint)stream < (uint)Count && _directory[1 + stream] is var bytes and not Deleted ? bytes : 0;

    /// <summary>Reads a part of a stream.</summary>
    /// <param name="stream">Its number.</param>
    /// <param name="at">Place in it.</param>
    /// <param name="into">Gets the bytes.</param>
    /// <returns>How many there were.</returns>
    public int Read(int stream, long at, Span<byte> into)
    {
        int done = 0, wanted = (int)Math.Clamp(LengthOf(stream) - at, 0, into.Length);
        while (done < wanted)
        {
            long block = _directory[_firstBlock[stream] + (at / _blockBytes)];
            int within = (int)(at % _blockBytes), count = Math.Min(_blockBytes - within, wanted - done);
            long place = (block * _blockBytes) + within;
            if (place > _length - count || _read((ulong)place, into.Slice(done, count)) < count)
                break;
            (done, at) = (done + count, at + count);
        }

        return done;
    }

    /// <summary>Reads a part of a stream as a whole.</summary>
    /// <param name="stream">Its number.</param>
    /// <param name="at">Place in it.</param>
    /// <param name="bytes">Bytes of it.</param>
    /// <returns>Null where they are not all there.</returns>
    public byte[]? Bytes(int stream, long at, long bytes)
    {
        if (at < 0 || bytes < 0 || bytes > Array.MaxLength || bytes > LengthOf(stream) - at)
            return null;
        byte[] all = new byte[bytes];
        return Read(stream, at, all) == bytes ? all : null;
    }

    private static uint[]? Words(ReadAt read, ulong at, int count)
    {
        uint[] words = new uint[count];
        Span<byte> bytes = System.Runtime.InteropServices.MemoryMarshal.AsBytes(words.AsSpan());
        return read(at, bytes) == bytes.Length ? words : null;
    }

    // Streams may not claim more than the file has: blocks that stand in several streams are damage too, but cost nothing.
    private static int[]? FirstBlocks(uint[] directory, int blockBytes, long length)
    {
        if (directory.Length == 0 || directory[0] >= directory.Length)
            return null;
        int[] first = new int[directory[0]];
        long next = 1 + first.Length;
        for (int i = 0; i < first.Length; i++)
        {
            first[i] = (int)next;
            if (directory[1 + i] is not (var bytes and not Deleted))
                continue;
            next += (bytes + (long)blockBytes - 1) / blockBytes;
            if (bytes > length || next > directory.Length)
                return null;
        }

        return first;
    }
}
