using System.Text;

namespace Fathom.Tests.Formats.NetTrace;

/// <summary>Writes small streams of versions 1 to 3 by the description of the format, not by the reader's code.</summary>
internal sealed class NetPerfBytes
{
    private readonly int _version;
    private readonly List<byte> _bytes = [];
    private readonly Dictionary<int, int> _places = [];
    private List<byte> _block = [];

    public NetPerfBytes(int version)
    {
        _version = version;
        Number(20);
        _bytes.AddRange("!FastSerialization.1"u8);
        Begin(version == 3 ? "Trace" : "Microsoft.DotNet.Runtime.EventPipeFile", version);
        if (version < 3)
            Number(0);
        _bytes.AddRange(Bytes(w =>
        {
            foreach (int part in (int[])[2024, 5, 3, 17, 10, 20, 30, 400])
                w.Write((short)part);
            w.Write(1_000L);
            w.Write(1_000_000_000L);
            if (version < 3)
                return;
            w.Write(8);
            w.Write(77);
            w.Write(2);
            w.Write(1_000_000);
            w.Write((byte)6);
        }));
    }

    public NetPerfBytes Kind(int id, string provider, Guid providerId, int eventId, string name = "", params (int Type, string Name)[] fields)
    {
        if (_version < 3)
            _places[id] = _bytes.Count;
        byte[] described = Bytes(w =>
        {
            w.Write(eventId);
            w.Write(Text(name));
            w.Write(5L);
            w.Write(3);
            w.Write(4);
            w.Write(fields.Length);
            foreach ((int type, string field) in fields)
            {
                w.Write(type);
                w.Write(Text(field));
            }
        });
        bool isDescribed = name.Length > 0 || fields.Length > 0;
        Add(0, 1, 0, [], Bytes(w =>
        {
            if (_version == 3)
            {
                w.Write(id);
                w.Write(Text(provider));
                w.Write(described);
                return;
            }

            w.Write(_version == 1 ? providerId.ToByteArray() : Text(provider));
            w.Write(eventId);
            w.Write(3);
            w.Write(isDescribed ? described.Length : 0);
            if (isDescribed)
                w.Write(described);
        }));
        return this;
    }

    public NetPerfBytes Event(int kind, int thread, long ticks, ulong[] stack, params byte[] payload)
    {
        Add(_version < 3 ? _places[kind] : kind, thread, ticks, stack, payload);
        return this;
    }

    public NetPerfBytes EndBlock()
    {
        if (_version < 3)
            return this;
        Begin("EventBlock", 1);
        Number(_block.Count);
        while (_bytes.Count % 4 != 0)
            _bytes.Add(0);
        _bytes.AddRange(_block);
        _bytes.Add(6);
        _block = [];
        return this;
    }

    public byte[] End()
    {
        EndBlock();
        if (_version == 3)
            return [.. _bytes, 1];
        int place = _bytes.Count;
        return [.. _bytes, 6, .. Bytes(w =>
        {
            w.Write(1);
            w.Write(place);
            w.Write(place + 1);
            w.Write(place + 9);
        })];
    }

    public byte[] Cut() => [.. _bytes];

    private void Add(int kind, int thread, long ticks, ulong[] stack, byte[] payload)
    {
        byte[] one = Bytes(w =>
        {
            w.Write(kind);
            w.Write(thread);
            w.Write(ticks);
            w.Write(new byte[32]);
            w.Write(payload.Length);
            w.Write(payload);
            w.Write(stack.Length * 8);
            foreach (ulong address in stack)
                w.Write(address);
            while (_version == 3 && w.BaseStream.Length % 4 != 0)
                w.Write((byte)0);
        });
        List<byte> to = _version == 3 ? _block : _bytes;
        to.AddRange(BitConverter.GetBytes(one.Length));
        to.AddRange(one);
    }

    private void Begin(string name, int version) => _bytes.AddRange(Bytes(w =>
    {
        w.Write((byte)4);
        w.Write((byte)4);
        w.Write((byte)1);
        w.Write(version);
        w.Write(0);
        w.Write(name.Length);
        w.Write(Encoding.UTF8.GetBytes(name));
        w.Write((byte)6);
    }));

    private void Number(int number) => _bytes.AddRange(BitConverter.GetBytes(number));

    private static byte[] Text(string text) => Encoding.Unicode.GetBytes(text + "\0");

    private static byte[] Bytes(Action<BinaryWriter> write)
    {
        using MemoryStream bytes = new();
        using BinaryWriter writer = new(bytes);
        write(writer);
        writer.Flush();
        return bytes.ToArray();
    }
}
