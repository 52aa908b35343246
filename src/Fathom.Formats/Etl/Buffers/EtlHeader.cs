using System.Buffers.Binary;
using System.Runtime.InteropServices;

namespace Fathom.Formats.Etl.Buffers;

/// <summary>What a trace says of itself in its first record: machine, clock, what was lost.</summary>
/// <remarks>
/// <code>
/// 00 u32 buffer size   04 u8 major, minor   08 u32 build       0C u32 processors   10 i64 end (FILETIME)   20 u32 mode
/// 24 u32 buffers       2C u32 pointer size  30 u32 events lost  34 u32 MHz          38 two pointers, then 172 bytes of time zone
/// then to 8: i64 boot time, ticks per second, start (FILETIME), u32 kind of clock, u32 buffers lost, texts: session, file
/// </code>
/// </remarks>
public sealed record EtlHeader
{
    private const int BehindFixed = 0x38;
    private const int TimeZoneBytes = 172;
    private const long FileTimeTicks = 10_000_000;

    /// <summary>Bytes of a buffer as a rule.</summary>
    public required int BufferBytes { get; init; }

    /// <summary>Version of Windows, as in 10.0.</summary>
    public required Version Windows { get; init; }

    /// <summary>Number of processors.</summary>
    public required int Processors { get; init; }

    /// <summary>How it was written, in bits.</summary>
    public required uint Mode { get; init; }

    /// <summary>4 or 8: size of addresses of the session.</summary>
    public required int PointerSize { get; init; }

    /// <summary>End of the session, in 100 ns since 1601 (UTC); 0 where it had not ended.</summary>
    public required long EndFileTime { get; init; }

    /// <summary>Buffers that the session wrote, as it says at its end.</summary>
    public required uint BuffersWritten { get; init; }

    /// <summary>Whether new buffers take the place of the oldest.</summary>
    public bool IsCircular => (Mode & 2) != 0;

    /// <summary>Events that the session lost.</summary>
    public required uint EventsLost { get; init; }

    /// <summary>Buffers that the session lost.</summary>
    public required uint BuffersLost { get; init; }

    /// <summary>Begin of the session, in 100 ns since 1601 (UTC).</summary>
    public required long StartFileTime { get; init; }

    /// <summary>When Windows was started, in 100 ns since 1601 (UTC).</summary>
    public required long BootFileTime { get; init; }

    /// <summary>1 the performance counter, 2 the time of the system, 3 cycles.</summary>
    public required uint Clock { get; init; }

    /// <summary>Ticks of its clock per second; 0 where that is not told.</summary>
    public required long TicksPerSecond { get; init; }

    /// <summary>Time of the first record in ticks.</summary>
    public required long StartTicks { get; init; }

    /// <summary>Begin of the session; the first moment that can be told where the file makes no sense.</summary>
    public DateTime StartUtc => StartFileTime is > 0 and < 2_650_467_743_990_000_000 ? DateTime.FromFileTimeUtc(StartFileTime)
        : DateTime.UnixEpoch;

    /// <summary>Reads the payload of the first record; null where it is too short, or makes no sense.</summary>
    /// <param name="payload">The payload.</param>
    /// <param name="ticks">Time of the record.</param>
    public static EtlHeader? Read(ReadOnlySpan<byte> payload, long ticks)
    {
        if (payload.Length < BehindFixed)
            return null;
        int pointer = payload[0x2C];
        if (pointer is not (4 or 8))
            return null;
        int times = BehindFixed + (2 * pointer) + TimeZoneBytes;
        times += -times & 7;
        if (payload.Length < times + 32)
            return null;
        ReadOnlySpan<byte> behind = payload[times..];
        uint clock = BinaryPrimitives.ReadUInt32LittleEndian(behind[24..]);
        long frequency = BinaryPrimitives.ReadInt64LittleEndian(behind[8..]);
        return new EtlHeader
        {
            BufferBytes = (int)Math.Min(BinaryPrimitives.ReadUInt32LittleEndian(payload), EtlBuffer.MostBytes),
            Windows = new Version(payload[4], payload[5], (int)(BinaryPrimitives.ReadUInt32LittleEndian(payload[8..]) & int.MaxValue)),
            Processors = (int)Math.Min(BinaryPrimitives.ReadUInt32LittleEndian(payload[0x0C..]), 2048),
            Mode = BinaryPrimitives.ReadUInt32LittleEndian(payload[0x20..]),
            PointerSize = pointer,
            EndFileTime = BinaryPrimitives.ReadInt64LittleEndian(payload[0x10..]),
            BuffersWritten = BinaryPrimitives.ReadUInt32LittleEndian(payload[0x24..]),
            EventsLost = BinaryPrimitives.ReadUInt32LittleEndian(payload[0x30..]),
            BuffersLost = BinaryPrimitives.ReadUInt32LittleEndian(behind[28..]),
            BootFileTime = BinaryPrimitives.ReadInt64LittleEndian(behind),
            StartFileTime = BinaryPrimitives.ReadInt64LittleEndian(behind[16..]),
            Clock = clock,
            TicksPerSecond = clock switch
            {
                2 => FileTimeTicks,
                3 => BinaryPrimitives.ReadUInt32LittleEndian(payload[0x34..]) * 1_000_000L,
                _ => frequency,
            },
            StartTicks = ticks,
            Texts = TextsOf(behind[32..]),
        };
    }

    /// <summary>Name of the session and of its file, where they are told.</summary>
    public IReadOnlyList<string> Texts { get; private init; } = [];

    private static List<string> TextsOf(ReadOnlySpan<byte> bytes)
    {
        List<string> texts = [];
        ReadOnlySpan<char> rest = MemoryMarshal.Cast<byte, char>(bytes);
        while (texts.Count < 2 && rest.IndexOf('\0') is >= 0 and var end)
        {
            texts.Add(rest[..end].ToString());
            rest = rest[(end + 1)..];
        }

        return texts;
    }
}
