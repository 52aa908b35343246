using System.Buffers.Binary;

namespace Fathom.Formats.Etl.Unread;

/// <summary>What stands before the values of a message (WPP), whose text is in the symbols of the program that wrote it.</summary>
/// <remarks><code>
/// u16 number   u16 options, then what they say: 1 u32 sequence   2 guid, or else 4 u32 component   8 i64 time   20h u32 thread, process
/// </code></remarks>
internal readonly ref struct EtlMessage
{
    /// <summary>Its number among all.</summary>
    public const int Sequence = 1;

    /// <summary>What its number belongs to.</summary>
    public const int Id = 2;

    /// <summary>The same as a number.</summary>
    public const int Component = 4;

    /// <summary>Its time.</summary>
    public const int Time = 8;

    /// <summary>Thread and process.</summary>
    public const int Owner = 0x20;

    /// <summary>Options that tell what is there.</summary>
    public const int All = Sequence | Id | Component | Time | Owner;

    private const int GuidBytes = 16;

    private EtlMessage(int options, long ticks, int pid, int tid) => (Options, Ticks, Pid, Tid) = (options, ticks, pid, tid);

    /// <summary>What it tells of itself, in bits.</summary>
    public int Options { get; }

    /// <summary>Its time by the clock of the session; 0 where it tells none.</summary>
    public long Ticks { get; }

    /// <summary>Its process; -1 where it tells none.</summary>
    public int Pid { get; }

    /// <summary>Its thread; -1 where it tells none.</summary>
    public int Tid { get; }

    /// <summary>Reads it. What it is too short for is not told.</summary>
    /// <param name="bytes">All from its number on.</param>
    public static EtlMessage Read(ReadOnlySpan<byte> bytes)
    {
        if (bytes.Length < sizeof(uint))
            return new EtlMessage(0, 0, -1, -1);
        int options = BinaryPrimitives.ReadUInt16LittleEndian(bytes[sizeof(ushort)..]) & All;
        int at = sizeof(uint) + ((options & Sequence) != 0 ? sizeof(uint) : 0)
            + ((options & Id) != 0 ? GuidBytes : (options & Component) != 0 ? sizeof(uint) : 0);
        long ticks = 0;
        if ((options & Time) != 0)
        {
            ticks = bytes.Length >= at + sizeof(long) ? BinaryPrimitives.ReadInt64LittleEndian(bytes[at..]) : 0;
            at += sizeof(long);
        }

        bool hasOwner = (options & Owner) != 0 && bytes.Length >= at + (2 * sizeof(uint));
        return new EtlMessage(
            options, ticks,
            hasOwner ? BinaryPrimitives.ReadInt32LittleEndian(bytes[(at + sizeof(uint))..]) : -1,
            hasOwner ? BinaryPrimitives.ReadInt32LittleEndian(bytes[at..]) : -1);
    }
}
