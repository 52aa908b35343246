using System.Buffers.Binary;
using System.Text;

namespace Fathom.Tests.Formats.Etl;

/// <summary>Writes Windows traces as a session of 64 bits does, with a buffer for each processor; for what no public file has.</summary>
/// <param name="processors">Number of processors.</param>
/// <param name="ticksPerSecond">Ticks of its clock.</param>
/// <param name="startTicks">Time of its first record.</param>
internal sealed class EtlBytes(int processors, long ticksPerSecond, long startTicks)
{
    public const int BufferBytes = 64 * 1024;
    private const int Head = 0x48;

    private readonly List<(int Processor, byte[] Record)> _records = [];

    /// <summary>How it is written, in bits; a plain file as a rule.</summary>
    public uint Mode { get; init; } = 1;

    /// <summary>Whether the session wrote its end into the header.</summary>
    public bool HasEnded { get; init; } = true;

    /// <summary>Buffers that it says it wrote; as many as there are where that is 0.</summary>
    public int BuffersWritten { get; init; }

    /// <summary>Whether its events of the kernel with a thread are of a system of 32 bits.</summary>
    public bool IsNarrow { get; init; }

    /// <summary>Flags of all buffers but that of the header.</summary>
    public ushort Flags { get; init; } = 1;

    /// <summary>When the machine was started, in 100 ns since 1601.</summary>
    public long BootFileTime { get; init; } = StartFileTime - 1_000_000_000;

    /// <summary>Begin of the session: 2026-01-01 UTC.</summary>
    public static long StartFileTime { get; } = new DateTime(2026, 1, 1, 0, 0, 0, DateTimeKind.Utc).ToFileTimeUtc();

    /// <summary>An event of the kernel that tells no thread (PERFINFO).</summary>
    public EtlBytes PerfInfo(int processor, long ticks, int hook, int version, byte[] payload)
    {
        byte[] record = new byte[0x10 + payload.Length];
        BinaryPrimitives.WriteUInt16LittleEndian(record, (ushort)version);
        (record[2], record[3]) = (IsNarrow ? (byte)0x10 : (byte)0x11, 0xC0);
        BinaryPrimitives.WriteUInt16LittleEndian(record.AsSpan(4), (ushort)record.Length);
        (record[6], record[7]) = ((byte)hook, (byte)(hook >> 8));
        BinaryPrimitives.WriteInt64LittleEndian(record.AsSpan(8), ticks);
        payload.CopyTo(record.AsSpan(0x10));
        _records.Add((processor, record));
        return this;
    }

    /// <summary>An event of the kernel with a thread (SYSTEM).</summary>
    public EtlBytes System(int processor, long ticks, int hook, int version, int pid, int tid, byte[] payload)
    {
        byte[] record = SystemRecord(ticks, hook, version, pid, tid, payload);
        record[2] = IsNarrow ? (byte)1 : record[2];
        _records.Add((processor, record));
        return this;
    }

    /// <summary>Switch of a processor.</summary>
    public EtlBytes Switch(int processor, long ticks, int next, int previous, int state, int reason)
    {
        byte[] payload = new byte[24];
        BinaryPrimitives.WriteInt32LittleEndian(payload, next);
        BinaryPrimitives.WriteInt32LittleEndian(payload.AsSpan(4), previous);
        (payload[12], payload[14]) = ((byte)reason, (byte)state);
        return PerfInfo(processor, ticks, 0x0524, 4, payload);
    }

    /// <summary>A thread may run again.</summary>
    public EtlBytes Ready(int processor, long ticks, int tid, bool isDeferredCall = false)
    {
        byte[] payload = new byte[8];
        BinaryPrimitives.WriteInt32LittleEndian(payload, tid);
        payload[4] = 1;
        payload[6] = isDeferredCall ? (byte)1 : (byte)0;
        return PerfInfo(processor, ticks, 0x0532, 2, payload);
    }

    /// <summary>A part of the stack of an event before.</summary>
    public EtlBytes Stack(int processor, long ticks, long of, int pid, int tid, params ulong[] addresses)
    {
        byte[] payload = [.. BitConverter.GetBytes(of), .. BitConverter.GetBytes(pid), .. BitConverter.GetBytes(tid),
            .. addresses.SelectMany(BitConverter.GetBytes)];
        return PerfInfo(processor, ticks, 0x1820, 2, payload);
    }

    /// <summary>An item of an event: a stack of 8 bytes each, and the number that it shares with its other half; 0 where it is whole.</summary>
    public static (int Kind, byte[] Content) StackItem(ulong match, params ulong[] addresses) =>
        (6, [.. BitConverter.GetBytes(match), .. addresses.SelectMany(BitConverter.GetBytes)]);

    /// <summary>An item of an event: the key of a stack.</summary>
    public static (int Kind, byte[] Content) StackKeyItem(ulong match, ulong key) => (0x12, [.. BitConverter.GetBytes(match), .. BitConverter.GetBytes(key)]);

    /// <summary>A stack that others refer to by its key is there at the end.</summary>
    public EtlBytes StackOfKey(long ticks, ulong key, params ulong[] addresses) =>
        PerfInfo(0, ticks, 0x1824, 2, [.. BitConverter.GetBytes(key), .. addresses.SelectMany(BitConverter.GetBytes)]);

    /// <summary>An event of a provider with numbers, of a program of 32 bits, with items behind its head.</summary>
    public EtlBytes Event(int processor, long ticks, Guid provider, int id, int version, int pid, int tid, byte[] payload, params (int Kind, byte[] Content)[] items)
    {
        List<byte> behind = [];
        foreach ((int kind, byte[] content) in items)
        {
            int filled = (content.Length + 7) & ~7;
            behind.AddRange([.. BitConverter.GetBytes((ushort)(8 + filled)), .. BitConverter.GetBytes((ushort)kind), 1, 0, .. BitConverter.GetBytes((ushort)content.Length)]);
            behind.AddRange([.. content, .. new byte[filled - content.Length]]);
            if (ReferenceEquals(content, items[^1].Content))
                behind[behind.Count - filled - 4] = 0;
        }

        int payloadAt = 0x50 + behind.Count;
        byte[] record = new byte[payloadAt + payload.Length];
        record[4] = behind.Count > 0 ? (byte)1 : (byte)0;
        behind.CopyTo(record, 0x50);
        BinaryPrimitives.WriteUInt16LittleEndian(record, (ushort)record.Length);
        (record[2], record[3]) = (0x12, 0xC0);
        BinaryPrimitives.WriteInt32LittleEndian(record.AsSpan(8), tid);
        BinaryPrimitives.WriteInt32LittleEndian(record.AsSpan(0x0C), pid);
        BinaryPrimitives.WriteInt64LittleEndian(record.AsSpan(0x10), ticks);
        provider.TryWriteBytes(record.AsSpan(0x18));
        BinaryPrimitives.WriteUInt16LittleEndian(record.AsSpan(0x28), (ushort)id);
        record[0x2A] = (byte)version;
        payload.CopyTo(record.AsSpan(payloadAt));
        _records.Add((processor, record));
        return this;
    }

    /// <summary>A thread was there when the session began.</summary>
    public EtlBytes Thread(long ticks, int pid, int tid) =>
        System(0, ticks, 0x0503, 3, -1, -1, [.. BitConverter.GetBytes(pid), .. BitConverter.GetBytes(tid), .. new byte[64]]);

    /// <summary>A process was there when the session began.</summary>
    public EtlBytes Process(long ticks, int pid, int parent, string name)
    {
        byte[] payload =
        [
            .. new byte[8], .. BitConverter.GetBytes(pid), .. BitConverter.GetBytes(parent), .. BitConverter.GetBytes(1),
                .. BitConverter.GetBytes(259), .. new byte[8], .. new byte[4],
            .. BitConverter.GetBytes(0), .. Encoding.ASCII.GetBytes(name + '\0'), .. Encoding.Unicode.GetBytes(name + "\0\0\0"),
        ];
        return System(0, ticks, 0x0303, 4, -1, -1, payload);
    }

    /// <summary>A file was mapped when the session began; of the kernel where the process is 0.</summary>
    public EtlBytes Image(long ticks, int pid, ulong start, ulong size, string path)
    {
        byte[] payload =
        [
            .. BitConverter.GetBytes(start), .. BitConverter.GetBytes(size), .. BitConverter.GetBytes(pid), .. new byte[12],
                .. BitConverter.GetBytes(start), .. new byte[16],
            .. Encoding.Unicode.GetBytes(path + '\0'),
        ];
        return System(0, ticks, 0x1403, 3, -1, -1, payload);
    }

    /// <summary>A sample of a processor.</summary>
    public EtlBytes Sample(int processor, long ticks, int tid, ulong address)
    {
        byte[] payload = [.. BitConverter.GetBytes(address), .. BitConverter.GetBytes(tid), 1, 0, 0, 0];
        return PerfInfo(processor, ticks, 0x0F2E, 2, payload);
    }

    /// <summary>The PDB of a mapped file, as it is told when a trace is merged.</summary>
    public EtlBytes Symbols(long ticks, int pid, ulong start, Guid id, int age, string pdb) => Classic(ticks, new Guid("b3e675d7-2554-4f18-830b-2762732560de"), 36,
        [.. BitConverter.GetBytes(start), .. BitConverter.GetBytes(pid), .. id.ToByteArray(), .. BitConverter.GetBytes(age), .. Encoding.UTF8.GetBytes(pdb + '\0')]);

    /// <summary>An event of a class (FULL).</summary>
    public EtlBytes Classic(long ticks, Guid kind, int operation, byte[] payload)
    {
        byte[] record = new byte[0x30 + payload.Length];
        BinaryPrimitives.WriteUInt16LittleEndian(record, (ushort)record.Length);
        (record[2], record[3], record[4]) = (0x14, 0xC0, (byte)operation);
        BinaryPrimitives.WriteInt64LittleEndian(record.AsSpan(0x10), ticks);
        kind.TryWriteBytes(record.AsSpan(0x18));
        payload.CopyTo(record.AsSpan(0x30));
        _records.Add((0, record));
        return this;
    }

    /// <summary>The file: that of the header first, then the buffers of the processors, the last one first.</summary>
    public byte[] Build()
    {
        List<byte[]> buffers = [Buffer(0, 0, 4, [HeaderRecord()])];
        int sequence = 0;
        foreach (var of in _records.GroupBy(static one => one.Processor).OrderByDescending(static one => one.Key))
        {
            List<byte[]> open = [];
            int bytes = Head;
            foreach ((_, byte[] record) in of)
            {
                if (bytes + record.Length + 8 > BufferBytes)
                {
                    buffers.Add(Buffer(of.Key, ++sequence, 0, open));
                    (open, bytes) = ([], Head);
                }

                open.Add(record);
                bytes += (record.Length + 7) & ~7;
            }

            buffers.Add(Buffer(of.Key, ++sequence, 0, open));
        }

        return [.. buffers.SelectMany(static buffer => buffer)];
    }

    private byte[] HeaderRecord()
    {
        byte[] payload = new byte[0xF8 + 32 + 32];
        BinaryPrimitives.WriteInt32LittleEndian(payload, BufferBytes);
        (payload[4], payload[5]) = (10, 0);
        BinaryPrimitives.WriteInt32LittleEndian(payload.AsSpan(8), 22631);
        BinaryPrimitives.WriteInt32LittleEndian(payload.AsSpan(0x0C), processors);
        BinaryPrimitives.WriteInt64LittleEndian(payload.AsSpan(0x10), HasEnded ? StartFileTime + 100_000_000 : 0);
        BinaryPrimitives.WriteUInt32LittleEndian(payload.AsSpan(0x20), Mode);
        BinaryPrimitives.WriteInt32LittleEndian(payload.AsSpan(0x24), BuffersWritten);
        payload[0x2C] = 8;
        BinaryPrimitives.WriteInt64LittleEndian(payload.AsSpan(0xF8), BootFileTime);
        BinaryPrimitives.WriteInt64LittleEndian(payload.AsSpan(0xF8 + 8), ticksPerSecond);
        BinaryPrimitives.WriteInt64LittleEndian(payload.AsSpan(0xF8 + 16), StartFileTime);
        payload[0xF8 + 24] = 1;
        return SystemRecord(startTicks, 0, 2, 4, 8, payload);
    }

    private static byte[] SystemRecord(long ticks, int hook, int version, int pid, int tid, byte[] payload)
    {
        byte[] record = new byte[0x20 + payload.Length];
        BinaryPrimitives.WriteUInt16LittleEndian(record, (ushort)version);
        (record[2], record[3]) = (2, 0xC0);
        BinaryPrimitives.WriteUInt16LittleEndian(record.AsSpan(4), (ushort)record.Length);
        (record[6], record[7]) = ((byte)hook, (byte)(hook >> 8));
        BinaryPrimitives.WriteInt32LittleEndian(record.AsSpan(8), tid);
        BinaryPrimitives.WriteInt32LittleEndian(record.AsSpan(0x0C), pid);
        BinaryPrimitives.WriteInt64LittleEndian(record.AsSpan(0x10), ticks);
        payload.CopyTo(record.AsSpan(0x20));
        return record;
    }

    private byte[] Buffer(int processor, long sequence, ushort kind, IReadOnlyList<byte[]> records)
    {
        byte[] buffer = new byte[BufferBytes];
        buffer.AsSpan().Fill(0xFF);
        buffer.AsSpan(0, Head).Clear();
        int at = Head;
        foreach (byte[] record in records)
        {
            record.CopyTo(buffer.AsSpan(at));
            at += (record.Length + 7) & ~7;
        }

        BinaryPrimitives.WriteInt32LittleEndian(buffer, BufferBytes);
        BinaryPrimitives.WriteInt32LittleEndian(buffer.AsSpan(4), at);
        BinaryPrimitives.WriteInt64LittleEndian(buffer.AsSpan(0x18), sequence);
        BinaryPrimitives.WriteUInt16LittleEndian(buffer.AsSpan(0x28), (ushort)processor);
        BinaryPrimitives.WriteInt32LittleEndian(buffer.AsSpan(0x30), at);
        BinaryPrimitives.WriteUInt16LittleEndian(buffer.AsSpan(0x34), kind == 4 ? (ushort)1 : Flags);
        BinaryPrimitives.WriteUInt16LittleEndian(buffer.AsSpan(0x36), kind);
        return buffer;
    }
}
