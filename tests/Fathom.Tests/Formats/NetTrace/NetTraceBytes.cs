using System.Text;

namespace Fathom.Tests.Formats.NetTrace;

/// <summary>Writes small streams by the description of the format, not by the reader's code.</summary>
internal sealed class NetTraceBytes
{
    private readonly List<byte> _bytes = [];

    public NetTraceBytes(int version = 4, long startTicks = 1_000)
    {
        _bytes.AddRange("Nettrace"u8);
        _bytes.AddRange(Bytes(w => w.Write(20)));
        _bytes.AddRange("!FastSerialization.1"u8);
        Begin("Trace", version);
        _bytes.AddRange(Bytes(w =>
        {
            foreach (int part in (int[])[2024, 5, 3, 17, 10, 20, 30, 400])
                w.Write((short)part);
            w.Write(startTicks);
            w.Write(1_000_000_000L);
            w.Write(8);
            w.Write(77);
            w.Write(2);
            w.Write(0);
            w.Write((byte)6);
        }));
    }

    public byte[] End() => [.. _bytes, 1];

    public byte[] Cut() => [.. _bytes];

    public NetTraceBytes Block(string name, byte[] content, int? claimed = null)
    {
        Begin(name, 2);
        _bytes.AddRange(Bytes(w => w.Write(claimed ?? content.Length)));
        while (_bytes.Count % 4 != 0)
            _bytes.Add(0);
        _bytes.AddRange(content);
        _bytes.Add(6);
        return this;
    }

    public NetTraceBytes Kind(int id, string provider, int eventId, string name = "", params (int Type, string Name)[] fields) =>
        Block("MetadataBlock", EventBlock(Metadata(id, provider, eventId, name, fields)));

    public NetTraceBytes Stacks(int first, params ulong[][] stacks) => Block("StackBlock", Bytes(w =>
    {
        w.Write(first);
        w.Write(stacks.Length);
        foreach (ulong[] stack in stacks)
        {
            w.Write(stack.Length * 8);
            foreach (ulong address in stack)
                w.Write(address);
        }
    }));

    public NetTraceBytes Point(params (long Thread, int Number)[] threads) => Block("SPBlock", Bytes(w =>
    {
        w.Write(5_000L);
        w.Write(threads.Length);
        foreach ((long thread, int number) in threads)
        {
            w.Write(thread);
            w.Write(number);
        }
    }));

    public NetTraceBytes Events(params byte[][] events) => Block("EventBlock", EventBlock([.. events.SelectMany(e => e)]));

    /// <summary>A compressed event that states every field but the activities.</summary>
    public static byte[] Event(int kind, int sequenceStep, int thread, int stack, int ticks, params byte[] payload) => Bytes(w =>
    {
        w.Write((byte)(1 | 2 | 4 | 8 | 128));
        w.Write7BitEncodedInt(kind);
        w.Write7BitEncodedInt(sequenceStep);
        w.Write7BitEncodedInt(thread);
        w.Write7BitEncodedInt(0);
        w.Write7BitEncodedInt(thread);
        w.Write7BitEncodedInt(stack);
        w.Write7BitEncodedInt(ticks);
        w.Write7BitEncodedInt(payload.Length);
        w.Write(payload);
    });

    public static byte[] EventBlock(byte[] events) => Bytes(w =>
    {
        w.Write((short)20);
        w.Write((short)1);
        w.Write(0L);
        w.Write(0L);
        w.Write(events);
    });

    /// <summary>An event of a block that is not compressed.</summary>
    public static byte[] PlainEvent(int kind, int sequence, int thread, int stack, long ticks, params byte[] payload) => Bytes(w =>
    {
        w.Write(76 + payload.Length);
        w.Write(kind);
        w.Write(sequence);
        w.Write((long)thread);
        w.Write((long)thread);
        w.Write(0);
        w.Write(stack);
        w.Write(ticks);
        w.Write(new byte[32]);
        w.Write(payload.Length);
        w.Write(payload);
        while (w.BaseStream.Length % 4 != 0)
            w.Write((byte)0);
    });

    /// <summary>The inside of a block that is not compressed.</summary>
    public static byte[] PlainBlock(params byte[][] events) => Bytes(w =>
    {
        w.Write((short)20);
        w.Write((short)0);
        w.Write(0L);
        w.Write(0L);
        foreach (byte[] one in events)
            w.Write(one);
    });

    private static byte[] Metadata(int id, string provider, int eventId, string name, (int Type, string Name)[] fields)
    {
        byte[] payload = Bytes(w =>
        {
            w.Write(id);
            w.Write(Encoding.Unicode.GetBytes(provider + "\0"));
            w.Write(eventId);
            w.Write(Encoding.Unicode.GetBytes(name + "\0"));
            w.Write(1L);
            w.Write(0);
            w.Write(4);
            w.Write(fields.Length);
            foreach ((int type, string field) in fields)
            {
                w.Write(type);
                w.Write(Encoding.Unicode.GetBytes(field + "\0"));
            }
        });
        return Bytes(w =>
        {
            w.Write((byte)128);
            w.Write7BitEncodedInt(0);
            w.Write7BitEncodedInt(payload.Length);
            w.Write(payload);
        });
    }

    private void Begin(string name, int version) => _bytes.AddRange(Bytes(w =>
    {
        w.Write((byte)5);
        w.Write((byte)5);
        w.Write((byte)1);
        w.Write(version);
        w.Write(version);
        w.Write(name.Length);
        w.Write(Encoding.UTF8.GetBytes(name));
        w.Write((byte)6);
    }));

    private static byte[] Bytes(Action<BinaryWriter> write)
    {
        using MemoryStream bytes = new();
        using BinaryWriter writer = new(bytes);
        write(writer);
        writer.Flush();
        return bytes.ToArray();
    }
}
