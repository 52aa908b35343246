using System.Buffers.Binary;
using System.Runtime.InteropServices;

namespace Fathom.Formats.Etl;

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
/// <para>Behind the head of an event with flag 1 stand items: u16 size of all, u16 kind, u16 1 where another follows, u16 size of the
/// content.</para>
/// </remarks>
internal ref struct EtlRecord
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

    /// <summary>Kinds of head.</summary>
    public EtlRecordKind Kind { get; private set; }

    /// <summary>Bytes up to the next record, before these are rounded to 8.</summary>
    public int Size { get; private set; }

    /// <summary>Time in ticks.</summary>
    public long Ticks { get; private set; }

    /// <summary>4 or 8, by its head.</summary>
    public int PointerSize { get; private set; }

    /// <summary>Group and opcode of an event of the kernel.</summary>
    public int Hook { get; private set; }

    /// <summary>Opcode.</summary>
    public byte Opcode { get; private set; }

    /// <summary>Version of its fields.</summary>
    public int Version { get; private set; }

    /// <summary>The process that it tells; -1 where it tells none.</summary>
    public int Pid { get; private set; }

    /// <summary>The thread that it tells; -1 where it tells none.</summary>
    public int Tid { get; private set; }

    /// <summary>Class of a classic event, or provider.</summary>
    public Guid Provider { get; private set; }

    /// <summary>Number of an event with its provider.</summary>
    public int Id { get; private set; }

    /// <summary>1 critical … 5 verbose.</summary>
    public byte Level { get; private set; }

    /// <summary>Groups of its provider that it belongs to.</summary>
    public ulong Keywords { get; private set; }

    /// <summary>The activity that it belongs to; empty for none.</summary>
    public Guid Activity { get; private set; }

    /// <summary>Items behind its head; empty for none.</summary>
    public ReadOnlySpan<byte> Items { get; private set; }

    /// <summary>Its fields.</summary>
    public ReadOnlySpan<byte> Payload { get; private set; }

    /// <summary>Size and time of a record without the rest; false where it makes no sense.</summary>
    /// <param name="bytes">All bytes from the record on.</param>
    /// <param name="size">Its size.</param>
    /// <param name="ticks">Its time; 0 where it has none.</param>
    public static bool TryPeek(ReadOnlySpan<byte> bytes, out int size, out long ticks)
    {
        (size, ticks) = (0, 0);
        if (bytes.Length < 16 || (bytes[3] & 0x80) == 0)
            return false;
        (int head, int sizeAt, int timeAt) = HeadOf(bytes[2], bytes[3]);
        size = BinaryPrimitives.ReadUInt16LittleEndian(bytes[sizeAt..]);
        if (size < Math.Max(head, 8) || size > bytes.Length)
            return false;
        if (timeAt > 0)
            ticks = BinaryPrimitives.ReadInt64LittleEndian(bytes[timeAt..]);
        return true;
    }

    /// <summary>Reads a record whose size makes sense.</summary>
    /// <param name="bytes">Its bytes and no more.</param>
    public static EtlRecord Read(ReadOnlySpan<byte> bytes)
    {
        EtlRecord record = new() { Size = bytes.Length, Pid = -1, Tid = -1, PointerSize = 8 };
        byte kind = bytes[2];
        if ((bytes[3] & 0xF0) == 0x90 || kind == Message)
        {
            record.Kind = EtlRecordKind.Message;
            return record;
        }

        switch (kind)
        {
            case System32 or System64 or Compact32 or Compact64:
                record.Kernel(bytes, kind is System64 or Compact64, kind is System32 or System64 ? 0x20 : 0x18);
                break;
            case PerfInfo32 or PerfInfo64:
                record.PerfInfo(bytes, kind == PerfInfo64);
                break;
            case Full32 or Full64 or Instance32 or Instance64:
                record.Classic(bytes, kind is Full64 or Instance64, kind is Full32 or Full64 ? 0x30 : 0x48);
                break;
            case Event32 or Event64:
                record.Event(bytes, kind == Event64);
                break;
            default:
                record.Kind = EtlRecordKind.Unknown;
                break;
        }

        return record;
    }

    private static (int Head, int SizeAt, int TimeAt) HeadOf(byte kind, byte flags) => (flags & 0xF0) == 0x90 ? (8, 0, 0) : kind switch
    {
        System32 or System64 => (0x20, 4, 0x10),
        Compact32 or Compact64 => (0x18, 4, 0x10),
        PerfInfo32 or PerfInfo64 => (0x10, 4, 8),
        Full32 or Full64 => (0x30, 0, 0x10),
        Instance32 or Instance64 => (0x48, 0, 0x10),
        Event32 or Event64 => (0x50, 0, 0x10),
        _ => (8, 0, 0),
    };

    private void Kernel(ReadOnlySpan<byte> bytes, bool is64, int head)
    {
        (Kind, PointerSize) = (EtlRecordKind.Kernel, is64 ? 8 : 4);
        Version = bytes[0];
        (Opcode, Hook) = (bytes[6], (bytes[7] << 8) | bytes[6]);
        Tid = BinaryPrimitives.ReadInt32LittleEndian(bytes[8..]);
        Pid = BinaryPrimitives.ReadInt32LittleEndian(bytes[0x0C..]);
        Ticks = BinaryPrimitives.ReadInt64LittleEndian(bytes[0x10..]);
        Payload = bytes[head..];
    }

    private void PerfInfo(ReadOnlySpan<byte> bytes, bool is64)
    {
        (Kind, PointerSize) = (EtlRecordKind.Kernel, is64 ? 8 : 4);
        int version = BinaryPrimitives.ReadUInt16LittleEndian(bytes);
        Version = version & 0xFF;
        (Opcode, Hook) = (bytes[6], (bytes[7] << 8) | bytes[6]);
        Ticks = BinaryPrimitives.ReadInt64LittleEndian(bytes[8..]);
        int head = 0x10 + (8 * ((version >> 8) & 7)) + ((version & 0x8000) != 0 ? 8 : 0);
        Payload = head <= bytes.Length ? bytes[head..] : default;
    }

    private void Classic(ReadOnlySpan<byte> bytes, bool is64, int head)
    {
        (Kind, PointerSize) = (EtlRecordKind.Classic, is64 ? 8 : 4);
        (Opcode, Level, Version) = (bytes[4], bytes[5], BinaryPrimitives.ReadUInt16LittleEndian(bytes[6..]) & 0xFF);
        Tid = BinaryPrimitives.ReadInt32LittleEndian(bytes[8..]);
        Pid = BinaryPrimitives.ReadInt32LittleEndian(bytes[0x0C..]);
        Ticks = BinaryPrimitives.ReadInt64LittleEndian(bytes[0x10..]);
        Provider = MemoryMarshal.Read<Guid>(bytes[0x18..]);
        Payload = bytes[head..];
    }

    private void Event(ReadOnlySpan<byte> bytes, bool is64)
    {
        (Kind, PointerSize) = (EtlRecordKind.Event, is64 ? 8 : 4);
        Tid = BinaryPrimitives.ReadInt32LittleEndian(bytes[8..]);
        Pid = BinaryPrimitives.ReadInt32LittleEndian(bytes[0x0C..]);
        Ticks = BinaryPrimitives.ReadInt64LittleEndian(bytes[0x10..]);
        Provider = MemoryMarshal.Read<Guid>(bytes[0x18..]);
        Id = BinaryPrimitives.ReadUInt16LittleEndian(bytes[0x28..]);
        (Version, Level, Opcode) = (bytes[0x2A], bytes[0x2C], bytes[0x2D]);
        Keywords = BinaryPrimitives.ReadUInt64LittleEndian(bytes[0x30..]);
        Activity = MemoryMarshal.Read<Guid>(bytes[0x40..]);
        int at = 0x50;
        if ((bytes[4] & 1) != 0)
            at = EtlItems.EndOf(bytes, at);
        Items = bytes[0x50..at];
        Payload = bytes[at..];
    }
}
