using System.Buffers.Binary;
using System.Runtime.InteropServices;
using Fathom.Formats.Etl.Unread;

namespace Fathom.Formats.Etl.Buffers;

/// <summary>A record of a buffer. It refers to the reader's buffer: valid until it has been handled.</summary>
/// <remarks>
/// <code>
/// bytes 2, 3: kind, flags (80h always, C0h events of the kernel and of classic providers)
/// 1, 2    system 32, 64     u16 version, u16 size @4, u8 opcode, u8 group @6, u32 thread, process @8, i64 time @10h        head 20h
/// 3, 4    compact 32, 64    the same without times of the processor                                                        head 18h
/// 10h, 11h perfinfo 32, 64  u16 version, size @4, opcode, group @6, time @8; 8 bytes each of counters (version bits 8-10)  head 10h
/// 0Ah, 14h full 32, 64      u16 size, u8 opcode, level @4, u16 version @6, thread, process @8, time @10h, class @18h       head 30h
/// 0Bh, 15h instance         as full, numbers of instances @30h, @34h, parent class @38h                                    head 48h
/// 12h, 13h event 32, 64     u16 size, flags @4, thread, process @8, time @10h, provider @18h, id @28h, u8 version @2Ah,
///                           channel, level, opcode, u16 task @2Eh, u64 keywords @30h, activity @40h                        head 50h
/// </code>
/// <para>A message (kind 0Fh, or 90h in byte 3) has its size @0 and no more of these; what follows is <see cref="EtlMessage"/>.</para>
/// <para>Behind the head of an event with flag 1 stand items: u16 size of all, u16 kind, u16 1 where another follows, u16 size of the
/// content.</para>
/// </remarks>
internal readonly ref struct EtlRecord
{
    /// <summary>Group and opcode of the first record.</summary>
    public const int HeaderHook = 0;

    private const byte System32 = 1;
    private const byte System64 = 2;
    private const byte Compact32 = 3;
    private const byte Compact64 = 4;
    private const byte Full32 = 0x0A;
    private const byte Instance32 = 0x0B;
    private const byte Message = 0x0F;
    private const byte PerfInfo32 = 0x10;
    private const byte PerfInfo64 = 0x11;
    private const byte Event32 = 0x12;
    private const byte Event64 = 0x13;
    private const byte Full64 = 0x14;
    private const byte Instance64 = 0x15;
    private const int EventHead = 0x50;
    private const int LeastHead = 8;
    private const int MarkerBytes = 4;

    // Each kind of head has its length in bytes, and the offsets of record size and time stamp; 0 means that it has none.
    private static readonly (byte Head, byte SizeAt, byte TimeAt)[] s_heads = Heads();

    private readonly ReadOnlySpan<byte> _bytes;
    private readonly int _payloadAt;
    private readonly bool _isPerfInfo;

    private EtlRecord(ReadOnlySpan<byte> bytes, EtlRecordKind kind, int pointerSize, int payloadAt, bool isPerfInfo = false)
    {
        _bytes = bytes;
        (Kind, PointerSize, _payloadAt, _isPerfInfo) = (kind, pointerSize, payloadAt, isPerfInfo);
    }

    /// <summary>Kinds of head.</summary>
    public EtlRecordKind Kind { get; }

    /// <summary>4 or 8, by its head.</summary>
    public int PointerSize { get; }

    /// <summary>Number of its kind, as the file has it.</summary>
    public byte Marker => _bytes[2];

    /// <summary>Time in ticks; 0 where it has none.</summary>
    public long Ticks => HasHead ? BinaryPrimitives.ReadInt64LittleEndian(_bytes[(_isPerfInfo ? 8 : 0x10)..])
        : Kind == EtlRecordKind.Message ? EtlMessage.Read(Payload).Ticks : 0;

    /// <summary>Group and opcode of an event of the kernel.</summary>
    public int Hook => Kind == EtlRecordKind.Kernel ? BinaryPrimitives.ReadUInt16LittleEndian(_bytes[6..]) : 0;

    /// <summary>Opcode.</summary>
    public byte Opcode => Kind switch
    {
        EtlRecordKind.Kernel => _bytes[6],
        EtlRecordKind.Classic => _bytes[4],
        EtlRecordKind.Event => _bytes[0x2D],
        _ => 0,
    };

    /// <summary>Version of its fields.</summary>
    public int Version => Kind switch
    {
        EtlRecordKind.Kernel => _bytes[0],
        EtlRecordKind.Classic => _bytes[6],
        EtlRecordKind.Event => _bytes[0x2A],
        _ => 0,
    };

    /// <summary>The process that it tells; -1 where it tells none.</summary>
    public int Pid => !HasHead || _isPerfInfo ? -1 : BinaryPrimitives.ReadInt32LittleEndian(_bytes[0x0C..]);

    /// <summary>The thread that it tells; -1 where it tells none.</summary>
    public int Tid => !HasHead || _isPerfInfo ? -1 : BinaryPrimitives.ReadInt32LittleEndian(_bytes[8..]);

    /// <summary>Class of a classic event, or provider.</summary>
    public Guid Provider => Kind is EtlRecordKind.Classic or EtlRecordKind.Event ? MemoryMarshal.Read<Guid>(_bytes[0x18..]) : default;

    /// <summary>Number of an event with its provider.</summary>
    public int Id => Kind == EtlRecordKind.Event ? BinaryPrimitives.ReadUInt16LittleEndian(_bytes[0x28..]) : 0;

    /// <summary>1 critical … 5 verbose.</summary>
    public byte Level => Kind switch
    {
        EtlRecordKind.Classic => _bytes[5],
        EtlRecordKind.Event => _bytes[0x2C],
        _ => 0,
    };

    /// <summary>Groups of its provider that it belongs to.</summary>
    public ulong Keywords => Kind == EtlRecordKind.Event ? BinaryPrimitives.ReadUInt64LittleEndian(_bytes[0x30..]) : 0;

    /// <summary>The activity that it belongs to; empty for none.</summary>
    public Guid Activity => Kind == EtlRecordKind.Event ? MemoryMarshal.Read<Guid>(_bytes[0x40..]) : default;

    /// <summary>Numbers of 8 bytes between its head and its fields, which counters of the processor had.</summary>
    public int Counters => _isPerfInfo ? (_payloadAt - 0x10) / sizeof(ulong) : 0;

    /// <summary>Items behind its head; empty for none.</summary>
    public ReadOnlySpan<byte> Items => Kind == EtlRecordKind.Event ? _bytes[EventHead.._payloadAt] : default;

    /// <summary>Its fields.</summary>
    public ReadOnlySpan<byte> Payload => _bytes[_payloadAt..];

    private bool HasHead => Kind is EtlRecordKind.Kernel or EtlRecordKind.Classic or EtlRecordKind.Event;

    /// <summary>Size and time of a record without the rest; false where it makes no sense.</summary>
    /// <param name="bytes">All bytes from the record on.</param>
    /// <param name="size">Its size.</param>
    /// <param name="ticks">Its time; 0 where it has none.</param>
    public static bool TryPeek(ReadOnlySpan<byte> bytes, out int size, out long ticks)
    {
        (size, ticks) = (0, 0);
        if (bytes.Length < LeastHead || (bytes[3] & 0x80) == 0)
            return false;
        bool isMessage = IsMessage(bytes);
        (int head, int sizeAt, int timeAt) = isMessage ? s_heads[0] : s_heads[bytes[2]];
        size = BinaryPrimitives.ReadUInt16LittleEndian(bytes[sizeAt..]);
        if (size < head || size > bytes.Length)
            return false;
        if (isMessage)
            ticks = EtlMessage.Read(bytes[MarkerBytes..size]).Ticks;
        else if (timeAt > 0)
            ticks = BinaryPrimitives.ReadInt64LittleEndian(bytes[timeAt..]);
        return true;
    }

    /// <summary>Reads a record whose size makes sense.</summary>
    /// <param name="bytes">Its bytes and no more.</param>
    public static EtlRecord Read(ReadOnlySpan<byte> bytes)
    {
        byte kind = bytes[2];
        if (IsMessage(bytes))
            return new EtlRecord(bytes, EtlRecordKind.Message, 8, MarkerBytes);
        return kind switch
        {
            System32 or System64 => new EtlRecord(bytes, EtlRecordKind.Kernel, kind == System64 ? 8 : 4, 0x20),
            Compact32 or Compact64 => new EtlRecord(bytes, EtlRecordKind.Kernel, kind == Compact64 ? 8 : 4, 0x18),
            PerfInfo32 or PerfInfo64 => new EtlRecord(
                bytes, EtlRecordKind.Kernel, kind == PerfInfo64 ? 8 : 4, Math.Min(bytes.Length, PerfInfoHead(bytes)), isPerfInfo: true),
            Full32 or Full64 => new EtlRecord(bytes, EtlRecordKind.Classic, kind == Full64 ? 8 : 4, 0x30),
            Instance32 or Instance64 => new EtlRecord(bytes, EtlRecordKind.Classic, kind == Instance64 ? 8 : 4, 0x48),
            Event32 or Event64 => new EtlRecord(bytes, EtlRecordKind.Event, kind == Event64 ? 8 : 4,
                (bytes[4] & 1) != 0 ? EtlItems.EndOf(bytes, EventHead) : EventHead),
            _ => new EtlRecord(bytes, EtlRecordKind.Unknown, 8, MarkerBytes),
        };
    }

    private static bool IsMessage(ReadOnlySpan<byte> bytes) => (bytes[3] & 0xF0) == 0x90 || bytes[2] == Message;

    private static (byte Head, byte SizeAt, byte TimeAt)[] Heads()
    {
        var heads = new (byte, byte, byte)[256];
        heads.AsSpan().Fill((LeastHead, 0, 0));
        heads[System32] = heads[System64] = (0x20, 4, 0x10);
        heads[Compact32] = heads[Compact64] = (0x18, 4, 0x10);
        heads[PerfInfo32] = heads[PerfInfo64] = (0x10, 4, 8);
        heads[Full32] = heads[Full64] = (0x30, 0, 0x10);
        heads[Instance32] = heads[Instance64] = (0x48, 0, 0x10);
        heads[Event32] = heads[Event64] = (EventHead, 0, 0x10);
        return heads;
    }

    private static int PerfInfoHead(ReadOnlySpan<byte> bytes)
    {
        int version = BinaryPrimitives.ReadUInt16LittleEndian(bytes);
        return 0x10 + (8 * ((version >> 8) & 7)) + ((version & 0x8000) != 0 ? 8 : 0);
    }
}
