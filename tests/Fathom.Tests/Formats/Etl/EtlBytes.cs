using System.Buffers.Binary;

namespace Fathom.Tests.Formats.Etl;

/// <summary>Writes Windows traces as a session of 64 bits does, with a buffer for each processor; for what no public file has.</summary>
/// <param name="processors">Number of processors.</param>
/// <param name="ticksPerSecond">Ticks of its clock.</param>
/// <param name="startTicks">Time of its first record.</param>
internal sealed class EtlBytes(int processors, long ticksPerSecond, long startTicks)
{
    public const int BufferBytes = 64 * 1024;
    private const int Head = EtlPieces.BufferHead;

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

    /// <summary>Which clock its times are of: 1 the performance counter, 2 the time of the system, 3 cycles.</summary>
    public int Clock { get; init; } = 1;

    /// <summary>Millions of cycles per second.</summary>
    public int Megahertz { get; init; }

    /// <summary>Events that the session says it lost.</summary>
    public int EventsLost { get; init; }

    /// <summary>Buffers that the session says it lost.</summary>
    public int BuffersLost { get; init; }

    /// <summary>Begin of the session: 2026-01-01 UTC.</summary>
    public static long StartFileTime { get; } = new DateTime(2026, 1, 1, 0, 0, 0, DateTimeKind.Utc).ToFileTimeUtc();

    /// <summary>A record of any kind.</summary>
    public EtlBytes Add(int processor, byte[] record)
    {
        _records.Add((processor, record));
        return this;
    }

    /// <summary>An event of the kernel that tells no thread (PERFINFO).</summary>
    public EtlBytes PerfInfo(int processor, long ticks, int hook, int version, byte[] payload) =>
        Add(processor, EtlPieces.PerfInfo(ticks, hook, version, payload, IsNarrow));

    /// <summary>An event of the kernel with a thread (SYSTEM).</summary>
    public EtlBytes System(int processor, long ticks, int hook, int version, int pid, int tid, byte[] payload) =>
        Add(processor, EtlPieces.System(ticks, hook, version, pid, tid, payload, IsNarrow));

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
    public EtlBytes Stack(int processor, long ticks, long of, int pid, int tid, params ulong[] addresses) =>
        PerfInfo(processor, ticks, 0x1820, 2, EtlPayloads.Stack(of, pid, tid, addresses));

    /// <summary>An item of an event: addresses of a stack, and the number that it shares with its other half; 0 for a whole one.</summary>
    public static (int Kind, byte[] Content) StackItem(ulong match, params ulong[] addresses) =>
        (6, [.. BitConverter.GetBytes(match), .. addresses.SelectMany(BitConverter.GetBytes)]);

    /// <summary>An item of an event: the key of a stack.</summary>
    public static (int Kind, byte[] Content) StackKeyItem(ulong match, ulong key) =>
        (0x12, [.. BitConverter.GetBytes(match), .. BitConverter.GetBytes(key)]);

    /// <summary>A stack that others refer to by its key is there at the end.</summary>
    public EtlBytes StackOfKey(long ticks, ulong key, params ulong[] addresses) =>
        PerfInfo(0, ticks, 0x1824, 2, [.. BitConverter.GetBytes(key), .. addresses.SelectMany(BitConverter.GetBytes)]);

    /// <summary>An event of a provider with numbers, of a program of 32 bits, with items behind its head.</summary>
    public EtlBytes Event(int processor, long ticks, Guid provider, int id, int version, int pid, int tid, byte[] payload,
        params (int Kind, byte[] Content)[] items)
    {
        EtlPieces.EventHead head = new(ticks, provider, id) { IsNarrow = true, Version = version, Pid = pid, Tid = tid, Flags =
            items.Length > 0 ? 1 : 0 };
        return Add(processor, EtlPieces.Event(head, [.. items.SelectMany((item, i) =>
            EtlPieces.Item(item.Kind, item.Content, i == items.Length - 1))], payload));
    }

    /// <summary>A thread was there when the session began.</summary>
    public EtlBytes Thread(long ticks, int pid, int tid) =>
        System(0, ticks, 0x0503, 3, -1, -1, EtlPayloads.Thread(pid, tid, new ulong[7], 0, new byte[4]));

    /// <summary>A process was there when the session began.</summary>
    public EtlBytes Process(long ticks, int pid, int parent, string name) =>
        System(0, ticks, 0x0303, 4, -1, -1, EtlPayloads.Process(4, 0, pid, parent, 1, 259, 0, 0, new byte[4], name, name, "", ""));

    /// <summary>A file was mapped when the session began; of the kernel where the process is 0.</summary>
    public EtlBytes Image(long ticks, int pid, ulong start, ulong size, string path) =>
        System(0, ticks, 0x1403, 3, -1, -1, EtlPayloads.Image(start, size, pid, 0, 0, new byte[4], start, new byte[16], path));

    /// <summary>A sample of a processor.</summary>
    public EtlBytes Sample(int processor, long ticks, int tid, ulong address) =>
        PerfInfo(processor, ticks, 0x0F2E, 2, EtlPayloads.Sample(address, tid, 1, 0));

    /// <summary>The PDB of a mapped file, as it is told when a trace is merged.</summary>
    public EtlBytes Symbols(long ticks, int pid, ulong start, Guid id, int age, string pdb) =>
        Classic(ticks, new Guid("b3e675d7-2554-4f18-830b-2762732560de"), 36, EtlPayloads.Symbols(start, pid, id, age, pdb));

    /// <summary>An event of a class (FULL).</summary>
    public EtlBytes Classic(long ticks, Guid kind, int operation, byte[] payload) =>
        Add(0, EtlPieces.Full(ticks, kind, operation, 0, 0, 0, 0, payload));

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
        EtlPayloads.SessionHead head = new(BufferBytes, [10, 0, 0, 0], 22631, processors)
        {
            EndFileTime = HasEnded ? StartFileTime + 100_000_000 : 0,
            Mode = Mode,
            BuffersWritten = BuffersWritten,
            EventsLost = EventsLost,
            Megahertz = Megahertz,
            BootFileTime = BootFileTime,
            TicksPerSecond = ticksPerSecond,
            StartFileTime = StartFileTime,
            Clock = Clock,
            BuffersLost = BuffersLost,
        };
        return EtlPieces.System(startTicks, 0, 2, 4, 8, EtlPayloads.Session(head, new byte[172], "test", "test.etl"));
    }

    private byte[] Buffer(int processor, long sequence, ushort kind, IReadOnlyList<byte[]> records)
    {
        byte[] buffer = new byte[BufferBytes];
        buffer.AsSpan().Fill(0xFF);
        int at = Head;
        foreach (byte[] record in records)
        {
            record.CopyTo(buffer.AsSpan(at));
            at += (record.Length + 7) & ~7;
        }

        EtlPieces.Buffer(BufferBytes, at, sequence, processor, 0, kind == 4 ? 1 : Flags, kind).CopyTo(buffer, 0);
        return buffer;
    }
}
