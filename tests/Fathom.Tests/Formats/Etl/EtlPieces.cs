using System.Buffers.Binary;

namespace Fathom.Tests.Formats.Etl;

/// <summary>Heads of buffers and records of Windows traces, with all fields. EtlWriterTests compares them with real ones.</summary>
internal static class EtlPieces
{
    /// <summary>Bytes of the head of a buffer.</summary>
    public const int BufferHead = 0x48;

    /// <summary>Writes the head of a buffer, but for what no reader needs: its times, its state, where it lay in memory.</summary>
    /// <param name="size">Its bytes in the file.</param>
    /// <param name="used">Its valid bytes, uncompressed.</param>
    /// <param name="sequence">Its number.</param>
    /// <param name="processor">The processor that wrote it.</param>
    /// <param name="logger">Number of the session.</param>
    /// <param name="flags">Its flags.</param>
    /// <param name="kind">Its kind.</param>
    public static byte[] Buffer(int size, int used, long sequence, int processor, int logger, int flags, int kind)
    {
        byte[] head = new byte[BufferHead];
        Put32(head, 0, size);
        Put32(head, 4, used);
        Put64(head, 0x18, sequence);
        Put16(head, 0x28, processor);
        Put16(head, 0x2A, logger);
        Put32(head, 0x30, used);
        Put16(head, 0x34, flags);
        Put16(head, 0x36, kind);
        return head;
    }

    /// <summary>An event of the kernel with a thread, and the times of its processor.</summary>
    public static byte[] System(long ticks, int hook, int version, int pid, int tid, byte[] payload, bool isNarrow = false,
        uint kernelTime = 0,
        uint userTime = 0)
    {
        byte[] record = [.. Compact(ticks, hook, version, pid, tid, [], isNarrow), .. BitConverter.GetBytes(kernelTime),
            .. BitConverter.GetBytes(userTime),
            .. payload];
        record[2] = isNarrow ? (byte)1 : (byte)2;
        return Sized(record, 4);
    }

    /// <summary>The same without times of the processor.</summary>
    public static byte[] Compact(long ticks, int hook, int version, int pid, int tid, byte[] payload, bool isNarrow = false)
    {
        byte[] record = [.. new byte[0x18], .. payload];
        Put16(record, 0, version);
        (record[2], record[3]) = (isNarrow ? (byte)3 : (byte)4, 0xC0);
        Put16(record, 6, hook);
        Put32(record, 8, tid);
        Put32(record, 0x0C, pid);
        Put64(record, 0x10, ticks);
        return Sized(record, 4);
    }

    /// <summary>An event of the kernel that tells no thread; with counters of the processor where there are any.</summary>
    public static byte[] PerfInfo(long ticks, int hook, int version, byte[] payload, bool isNarrow = false, params ulong[] counters)
    {
        byte[] record = [.. new byte[0x10], .. counters.SelectMany(BitConverter.GetBytes), .. payload];
        Put16(record, 0, version | (counters.Length << 8));
        (record[2], record[3]) = (isNarrow ? (byte)0x10 : (byte)0x11, 0xC0);
        Put16(record, 6, hook);
        Put64(record, 8, ticks);
        return Sized(record, 4);
    }

    /// <summary>An event of a class.</summary>
    public static byte[] Full(long ticks, Guid kind, int opcode, int level, int version, int pid, int tid, byte[] payload, bool isNarrow =
        false,
        uint kernelTime = 0, uint userTime = 0)
    {
        byte[] record = [.. new byte[0x28], .. BitConverter.GetBytes(kernelTime), .. BitConverter.GetBytes(userTime), .. payload];
        (record[2], record[3], record[4], record[5]) = (isNarrow ? (byte)0x0A : (byte)0x14, 0xC0, (byte)opcode, (byte)level);
        Put16(record, 6, version);
        Put32(record, 8, tid);
        Put32(record, 0x0C, pid);
        Put64(record, 0x10, ticks);
        kind.TryWriteBytes(record.AsSpan(0x18));
        return Sized(record, 0);
    }

    /// <summary>An event of a class with the number of what it is about.</summary>
    public static byte[] Instance(long ticks, Guid kind, int opcode, int version, int pid, int tid, int instance, int parent,
        Guid parentKind, byte[] payload,
        bool isNarrow = false)
    {
        byte[] record = Full(ticks, kind, opcode, 0, version, pid, tid,
            [.. BitConverter.GetBytes(instance), .. BitConverter.GetBytes(parent), .. parentKind.ToByteArray(), .. payload]);
        record[2] = isNarrow ? (byte)0x0B : (byte)0x15;
        return record;
    }

    /// <summary>An event of a provider with numbers.</summary>
    public static byte[] Event(in EventHead head, byte[] items, byte[] payload)
    {
        byte[] record = [.. new byte[0x50], .. items, .. payload];
        (record[2], record[3]) = (head.IsNarrow ? (byte)0x12 : (byte)0x13, 0xC0);
        Put16(record, 4, head.Flags);
        Put16(record, 6, head.Property);
        Put32(record, 8, head.Tid);
        Put32(record, 0x0C, head.Pid);
        Put64(record, 0x10, head.Ticks);
        head.Provider.TryWriteBytes(record.AsSpan(0x18));
        Put16(record, 0x28, head.Id);
        (record[0x2A], record[0x2B], record[0x2C], record[0x2D]) = ((byte)head.Version, head.Channel, head.Level, head.Opcode);
        Put16(record, 0x2E, head.Task);
        Put64(record, 0x30, (long)head.Keywords);
        Put64(record, 0x38, head.ProcessorTime);
        head.Activity.TryWriteBytes(record.AsSpan(0x40));
        return Sized(record, 0);
    }

    /// <summary>An item behind the head of an event.</summary>
    public static byte[] Item(int kind, byte[] content, bool isLast = true)
    {
        byte[] item = [.. new byte[8], .. content, .. new byte[-content.Length & 7]];
        Put16(item, 0, item.Length);
        Put16(item, 2, kind);
        item[4] = isLast ? (byte)0 : (byte)1;
        Put16(item, 6, content.Length);
        return item;
    }

    /// <summary>A message, with what its options say that it tells before its values.</summary>
    public static byte[] Message(int number, int options, byte[] told, byte marker = 0x0F, byte flags = 0x80)
    {
        byte[] record = [0, 0, marker, flags, .. BitConverter.GetBytes((ushort)number), .. BitConverter.GetBytes((ushort)options), .. told];
        return Sized(record, 0);
    }

    /// <summary>A record of a kind that nobody knows.</summary>
    public static byte[] Unknown(byte marker, byte[] content) => Sized([0, 0, marker, 0xC0, .. content], 0);

    private static byte[] Sized(byte[] record, int at)
    {
        Put16(record, at, record.Length);
        return record;
    }

    private static void Put16(byte[] to, int at, int value) => BinaryPrimitives.WriteUInt16LittleEndian(to.AsSpan(at), (ushort)value);

    private static void Put32(byte[] to, int at, int value) => BinaryPrimitives.WriteInt32LittleEndian(to.AsSpan(at), value);

    private static void Put64(byte[] to, int at, long value) => BinaryPrimitives.WriteInt64LittleEndian(to.AsSpan(at), value);

    /// <summary>All that stands in the head of an event of a provider.</summary>
    internal readonly record struct EventHead(long Ticks, Guid Provider, int Id)
    {
        public bool IsNarrow { get; init; }

        public int Flags { get; init; }

        public int Property { get; init; }

        public int Pid { get; init; }

        public int Tid { get; init; }

        public int Version { get; init; }

        public byte Channel { get; init; }

        public byte Level { get; init; }

        public byte Opcode { get; init; }

        public int Task { get; init; }

        public ulong Keywords { get; init; }

        public long ProcessorTime { get; init; }

        public Guid Activity { get; init; }
    }
}
