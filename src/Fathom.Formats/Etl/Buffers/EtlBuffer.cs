using System.Buffers.Binary;

namespace Fathom.Formats.Etl.Buffers;

/// <summary>A buffer of a trace: what its head says, and where it lies.</summary>
/// <remarks>
/// <code>
/// 00 u32 size in the file with this head   04 u32 saved offset    18 i64 sequence number   28 u16 processor (low 11 bits)
/// 30 u32 valid bytes with this head        34 u16 flags (40h: compressed)                   36 u16 kind (4: that of the header)
/// </code>
/// </remarks>
/// <param name="Offset">Place in the file.</param>
/// <param name="Size">Bytes in the file.</param>
/// <param name="Used">Valid bytes with the head, uncompressed.</param>
/// <param name="Processor">The processor that wrote it.</param>
/// <param name="IsCompressed">Whether what is behind the head is compressed.</param>
/// <param name="FirstTicks">Time of its first record.</param>
/// <param name="Part">Number of the file that it is in.</param>
internal readonly record struct EtlBuffer(long Offset, int Size, int Used, int Processor, bool IsCompressed, long FirstTicks, int Part = 0)
{
    /// <summary>Time of its last record.</summary>
    public long LastTicks { get; init; }


    /// <summary>Bytes of the head.</summary>
    public const int HeadBytes = 0x48;

    /// <summary>The largest buffer that is believed; Windows makes them of up to 16 MB.</summary>
    public const int MostBytes = 16 << 20;

    /// <summary>Processors that a head can tell.</summary>
    public const int MostProcessors = ProcessorMask + 1;

    private const int ProcessorMask = 0x7FF;
    private const int Compressed = 0x40;

    // No events compress as well as this: a buffer that says so is a bomb.
    private const int MostRatio = 256;
    private const int FreeBytes = 64 * 1024;

    /// <summary>Whether it was dropped by its flags: events or buffers are missing before it.</summary>
    public static bool TellsLoss(ReadOnlySpan<byte> head) => (BinaryPrimitives.ReadUInt16LittleEndian(head[0x34..]) & 0x06) != 0;

    /// <summary>Whether it is what a session keeps for who listens to it, as its flags say.</summary>
    public static bool IsBackup(ReadOnlySpan<byte> head) => (BinaryPrimitives.ReadUInt16LittleEndian(head[0x34..]) & 0x18) != 0;

    /// <summary>The size that a head tells, which is where the next one begins; 0 where it makes no sense.</summary>
    public static int SizeOf(ReadOnlySpan<byte> head) =>
        BinaryPrimitives.ReadUInt32LittleEndian(head) is >= HeadBytes and <= MostBytes and var size ? (int)size : 0;

    /// <summary>Reads a head; null where it makes no sense.</summary>
    /// <param name="head">Its bytes.</param>
    /// <param name="offset">Where it lies in the file.</param>
    public static EtlBuffer? Read(ReadOnlySpan<byte> head, long offset)
    {
        int size = SizeOf(head);
        uint used = BinaryPrimitives.ReadUInt32LittleEndian(head[0x30..]);
        if (used == 0)
            used = BinaryPrimitives.ReadUInt32LittleEndian(head[4..]);
        bool isCompressed = (BinaryPrimitives.ReadUInt16LittleEndian(head[0x34..]) & Compressed) != 0;
        if (size == 0 || used is < HeadBytes or > MostBytes || (!isCompressed && used > size))
            return null;
        if (isCompressed && used > FreeBytes && used / MostRatio > size)
            return null;
        int processor = BinaryPrimitives.ReadUInt16LittleEndian(head[0x28..]) & ProcessorMask;
        return new EtlBuffer(offset, size, (int)used, processor, isCompressed, 0);
    }
}
