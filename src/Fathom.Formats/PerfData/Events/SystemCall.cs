using System.Buffers.Binary;

namespace Fathom.Formats.PerfData.Events;

/// <summary>
/// A system call that returned, or a descriptor that was open at the start, as Fathom's recorder writes them: the raw fields of a sample of
/// the event <see cref="EventName"/>. A program in the kernel
/// (BPF) makes those of calls.
/// </summary>
/// <remarks>
/// <code>
/// u16 kind, with bit 8 where the call has not returned; u16 call number, u16 bytes of the first text, u16 bytes of the second one, each with its final 0
/// u64 begin of the call, on the clock of the samples
/// i64 result: a number, or an error number below 0
/// u64 argument, 6 times
/// u64 two descriptors, where the call hands out two
/// text, text
/// </code>
/// </remarks>
public readonly ref struct SystemCall
{
    /// <summary>Name of the event.</summary>
    public const string EventName = "fathom:calls";

    /// <summary>The same of those that have no callers.</summary>
    public const string PlainEventName = "fathom:calls (without callers)";

    /// <summary>Bit of the kind where a call has not returned: at the end of the recording, or of its thread.</summary>
    public const int IsOpen = 0x100;

    /// <summary>Bytes in front of the texts.</summary>
    public const int HeadBytes = 80;

    /// <summary>The most bytes of a text, with its final 0.</summary>
    public const int MostTextBytes = 4096;

    /// <summary>Arguments of a call.</summary>
    public const int ArgumentCount = 6;

    private const int TimePlace = 8;
    private const int ResultPlace = 16;
    private const int ArgumentPlace = 24;
    private const int PairPlace = 72;

    private readonly ReadOnlySpan<byte> _raw;

    private SystemCall(ReadOnlySpan<byte> raw) => _raw = raw;

    /// <summary>What the record tells of.</summary>
    public SystemCallKind Kind => (SystemCallKind)_raw[0];

    /// <summary>Whether it is a call of the table of system calls.</summary>
    public bool IsTraced => Kind is SystemCallKind.Traced or SystemCallKind.CallAndTraced;

    /// <summary>Whether it is a call whose descriptors and paths are followed.</summary>
    public bool IsFollowed => Kind is SystemCallKind.Call or SystemCallKind.CallAndTraced;

    /// <summary>Whether the call returned: else it has no result.</summary>
    public bool HasReturned => (BinaryPrimitives.ReadUInt16LittleEndian(_raw) & IsOpen) == 0;

    /// <summary>Number of the call in the kernel's table.</summary>
    public int Number => BinaryPrimitives.ReadUInt16LittleEndian(_raw[2..]);

    /// <summary>When it began, in nanoseconds on the clock of the samples.</summary>
    public long StartNs => BinaryPrimitives.ReadInt64LittleEndian(_raw[TimePlace..]);

    /// <summary>What it returned.</summary>
    public long Result => BinaryPrimitives.ReadInt64LittleEndian(_raw[ResultPlace..]);

    /// <summary>The descriptors that it handed out, where it hands out two.</summary>
    public (int First, int Second) Pair =>
        (BinaryPrimitives.ReadInt32LittleEndian(_raw[PairPlace..]),
            BinaryPrimitives.ReadInt32LittleEndian(_raw[(PairPlace + sizeof(int))..]));

    /// <summary>Whether the first path could be read.</summary>
    public bool HasPath => PathBytes > 0;

    /// <summary>Whether the second one could.</summary>
    public bool HasOtherPath => OtherBytes > 0;

    /// <summary>The first path among its arguments; empty where it has none, or where it could not be read.</summary>
    public ReadOnlySpan<byte> Path => Text(HeadBytes, PathBytes);

    /// <summary>The second one.</summary>
    public ReadOnlySpan<byte> OtherPath => Text(HeadBytes + PathBytes, OtherBytes);

    /// <summary>Reads a record; false where it is too short.</summary>
    public static bool TryRead(ReadOnlySpan<byte> raw, out SystemCall call)
    {
        call = new SystemCall(raw);
        return raw.Length >= HeadBytes && raw.Length >= HeadBytes + call.PathBytes + call.OtherBytes;
    }

    /// <summary>An argument, by its place from 0.</summary>
    public long Argument(int place) => BinaryPrimitives.ReadInt64LittleEndian(_raw[(ArgumentPlace + (place * sizeof(ulong)))..]);

    private int PathBytes => BinaryPrimitives.ReadUInt16LittleEndian(_raw[4..]);

    private int OtherBytes => BinaryPrimitives.ReadUInt16LittleEndian(_raw[6..]);

    private ReadOnlySpan<byte> Text(int place, int bytes) => bytes <= 1 ? default : _raw.Slice(place, bytes - 1);
}
