namespace Fathom.Tests.Formats.NetTrace;

/// <summary>Writes small streams of version 6 by the description of the format, not by the reader's code.</summary>
internal sealed class NumberedTraceBytes
{
    private readonly List<byte> _bytes = [];

    public NumberedTraceBytes(params (string Key, string Value)[] values)
        : this(6, 0, values)
    {
    }

    public NumberedTraceBytes(uint major, uint minor, params (string Key, string Value)[] values)
    {
        _bytes.AddRange("Nettrace"u8);
        _bytes.AddRange(Bytes(w =>
        {
            w.Write(0);
            w.Write(major);
            w.Write(minor);
        }));
        Block(1, w =>
        {
            foreach (int part in (int[])[2024, 5, 3, 17, 10, 20, 30, 400])
                w.Write((short)part);
            w.Write(1_000L);
            w.Write(1_000_000_000L);
            w.Write(8);
            w.Write(values.Length);
            foreach ((string key, string value) in values)
            {
                w.Write(key);
                w.Write(value);
            }
        });
    }

    public byte[] End() => [.. _bytes, 0, 0, 0, 0];

    public byte[] Cut() => [.. _bytes];

    public NumberedTraceBytes Block(byte kind, Action<BinaryWriter> write)
    {
        byte[] content = Bytes(write);
        _bytes.AddRange(BitConverter.GetBytes(content.Length | (kind << 24)));
        _bytes.AddRange(content);
        return this;
    }

    /// <summary>A row for each thread: its number, then optional parts.</summary>
    public NumberedTraceBytes Threads(params (ulong Index, Action<BinaryWriter> Parts)[] threads) => Block(6, w =>
    {
        foreach ((ulong index, Action<BinaryWriter> parts) in threads)
            Row(w, row => { row.Write7BitEncodedInt64((long)index); parts(row); });
    });

    public NumberedTraceBytes Thread(int index, int process, int thread, string name = "") => Threads(((ulong)index, w =>
    {
        if (name.Length > 0)
        {
            w.Write((byte)1);
            w.Write(name);
        }

        w.Write((byte)2);
        w.Write7BitEncodedInt(process);
        w.Write((byte)3);
        w.Write7BitEncodedInt(thread);
    }));

    public NumberedTraceBytes Remove(params (int Index, int Number)[] threads) => Block(7, w => Pairs(w, threads));

    public NumberedTraceBytes Point(int flags, params (int Index, int Number)[] threads) => Block(4, w =>
    {
        w.Write(5_000L);
        w.Write(flags);
        w.Write(threads.Length);
        Pairs(w, threads);
    });

    public NumberedTraceBytes Stacks(int first, params ulong[][] stacks) => Block(5, w =>
    {
        w.Write(first);
        w.Write(stacks.Length);
        foreach (ulong[] stack in stacks)
        {
            w.Write(stack.Length * 8);
            foreach (ulong address in stack)
                w.Write(address);
        }
    });

    public NumberedTraceBytes Labels(int first, int count, Action<BinaryWriter> lists) => Block(8, w =>
    {
        w.Write(first);
        w.Write(count);
        lists(w);
    });

    public NumberedTraceBytes Kind(int id, string provider, int eventId, string name, params (string Name, byte[] Type)[] fields) =>
        Kind(id, provider, eventId, name, _ => { }, fields);

    public NumberedTraceBytes Kind(int id, string provider, int eventId, string name, Action<BinaryWriter> properties, params (string Name, byte[] Type)[] fields) => Block(3, w =>
    {
        w.Write((ushort)2);
        w.Write((ushort)0xABCD);
        Row(w, row =>
        {
            row.Write7BitEncodedInt(id);
            row.Write(provider);
            row.Write7BitEncodedInt(eventId);
            row.Write(name);
            row.Write(Fields(fields));
            Row(row, properties);
            row.Write((byte)99);
        });
    });

    public NumberedTraceBytes Events(params byte[][] events) => Block(2, w => { Head(w, 1); w.Write([.. events.SelectMany(e => e)]); });

    public NumberedTraceBytes PlainEvents(params byte[][] events) => Block(2, w => { Head(w, 0); w.Write([.. events.SelectMany(e => e)]); });

    public static byte[] Fields(params (string Name, byte[] Type)[] fields) => Bytes(w =>
    {
        w.Write((ushort)fields.Length);
        foreach ((string name, byte[] type) in fields)
            Row(w, row => { row.Write(name); row.Write(type); row.Write((byte)7); });
    });

    /// <summary>A compressed event that states every field.</summary>
    public static byte[] Event(int kind, int sequenceStep, int thread, int stack, int ticks, int labels, params byte[] payload) => Bytes(w =>
    {
        w.Write((byte)(1 | 2 | 4 | 8 | 16 | 128));
        foreach (int number in (int[])[kind, sequenceStep, thread, 0, thread, stack, ticks, labels, payload.Length])
            w.Write7BitEncodedInt(number);
        w.Write(payload);
    });

    public static byte[] PlainEvent(int kind, int number, int thread, int stack, long ticks, int labels, params byte[] payload) => Bytes(w =>
    {
        w.Write(48 + payload.Length);
        w.Write(kind);
        w.Write(number);
        w.Write((long)thread);
        w.Write((long)thread);
        w.Write(0);
        w.Write(stack);
        w.Write(ticks);
        w.Write(labels);
        w.Write(payload.Length);
        w.Write(payload);
    });

    private static void Head(BinaryWriter w, int flags)
    {
        w.Write((short)20);
        w.Write((short)flags);
        w.Write(0L);
        w.Write(0L);
    }

    private static void Pairs(BinaryWriter w, (int Index, int Number)[] threads)
    {
        foreach ((int index, int number) in threads)
        {
            w.Write7BitEncodedInt(index);
            w.Write7BitEncodedInt(number);
        }
    }

    private static void Row(BinaryWriter w, Action<BinaryWriter> write)
    {
        byte[] content = Bytes(write);
        w.Write((ushort)content.Length);
        w.Write(content);
    }

    public static byte[] Bytes(Action<BinaryWriter> write)
    {
        using MemoryStream bytes = new();
        using BinaryWriter writer = new(bytes);
        write(writer);
        writer.Flush();
        return bytes.ToArray();
    }
}
