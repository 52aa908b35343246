using System.Text;

namespace Fathom.Tests.Sources.NetTrace;

/// <summary>Writes small streams by the description of the format, not by the reader's code.</summary>
internal sealed class NetTraceBytes
{
    private readonly MemoryStream _bytes = new();
    private readonly BinaryWriter _writer;

    public NetTraceBytes(int version = 4)
    {
        _writer = new BinaryWriter(_bytes);
        _writer.Write("Nettrace"u8);
        _writer.Write(20);
        _writer.Write("!FastSerialization.1"u8);
        Begin("Trace", version);
        foreach (int part in (int[])[2024, 5, 3, 17, 10, 20, 30, 400])
            _writer.Write((short)part);
        _writer.Write(1_000L);
        _writer.Write(1_000_000_000L);
        _writer.Write(8);
        _writer.Write(77);
        _writer.Write(2);
        _writer.Write(0);
        _writer.Write((byte)6);
    }

    /// <summary>Where the last block's content begins.</summary>
    public int BlockStart { get; private set; }

    public byte[] End()
    {
        _writer.Write((byte)1);
        return Cut();
    }

    public byte[] Cut()
    {
        _writer.Flush();
        return _bytes.ToArray();
    }

    public NetTraceBytes Block(string name, byte[] content, int? claimed = null)
    {
        Begin(name, 2);
        _writer.Write(claimed ?? content.Length);
        while (_bytes.Position % 4 != 0)
            _writer.Write((byte)0);
        BlockStart = (int)_bytes.Position;
        _writer.Write(content);
        _writer.Write((byte)6);
        return this;
    }

    public NetTraceBytes Kind(int id, string provider, int eventId, string name = "") => Block("MetadataBlock", EventBlock(Metadata(id, provider, eventId, name)));

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

    private static byte[] Metadata(int id, string provider, int eventId, string name)
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
            w.Write(0);
        });
        return Bytes(w =>
        {
            w.Write((byte)128);
            w.Write7BitEncodedInt(0);
            w.Write7BitEncodedInt(payload.Length);
            w.Write(payload);
        });
    }

    private void Begin(string name, int version)
    {
        _writer.Write((byte)5);
        _writer.Write((byte)5);
        _writer.Write((byte)1);
        _writer.Write(version);
        _writer.Write(version);
        _writer.Write(name.Length);
        _writer.Write(Encoding.UTF8.GetBytes(name));
        _writer.Write((byte)6);
    }

    private static byte[] Bytes(Action<BinaryWriter> write)
    {
        using MemoryStream bytes = new();
        using BinaryWriter writer = new(bytes);
        write(writer);
        writer.Flush();
        return bytes.ToArray();
    }
}
