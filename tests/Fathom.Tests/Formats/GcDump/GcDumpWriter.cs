namespace Fathom.Tests.Formats.GcDump;

/// <summary>Writes a gcdump file as dotnet-gcdump does today: 64-bit, no heap information, creation tool set.</summary>
internal sealed class GcDumpWriter : IDisposable
{
    private readonly MemoryStream _file = new();
    private readonly Dictionary<string, uint> _types = [];
    private readonly List<uint> _regionEnds = [];

    public List<(string Name, string? Module, int Size)> Types { get; } = [("UNDEFINED", null, 0)];

    /// <summary>Type, size, address and children; a null type leaves the node undefined.</summary>
    public List<(int? Type, int Size, ulong Address, int[] Children)> Nodes { get; } = [];

    public int Root { get; init; }

    public void Dispose() => _file.Dispose();

    public byte[] Write()
    {
        Text("!FastSerialization.1");
        Begin("GCHeapDump", 10, 8);
        WriteGraph();
        Byte(1);
        Single(1);
        Single(1);
        Byte(1);
        Byte(1);
        Int(-1);
        Long(0);
        Int(-1);
        Int(-1);
        Int(0);
        Long(0);
        Long(0);
        Int(0);
        Byte(12);
        Int(_regionEnds.Count);
        Byte(1);
        _regionEnds.Add((uint)_file.Position);
        Byte(13);
        Text("dotnet-gcdump");
        Byte(6);
        Byte(6);
        uint table = (uint)_file.Position;
        Int(_regionEnds.Count);
        _regionEnds.ForEach(end => Int((int)end));
        uint trailer = (uint)_file.Position;
        Int((int)table);
        Int((int)trailer);
        return _file.ToArray();
    }

    private void WriteGraph()
    {
        Begin("Graphs.MemoryGraph", 1, 0);
        Long(Nodes.Where(node => node.Type is not null).Sum(node => (long)node.Size));
        Int(Root);
        Int(Types.Count);
        foreach ((string name, string? module, int size) in Types)
        {
            Text(name);
            Int(size);
            if (module is null)
                Int(-1);
            else
                Text(module);
        }

        // The first node bytes are those that all undefined nodes share; the others come last node first, as an order of its own.
        List<byte> bytes = [0, 0];
        uint[] positions = new uint[Nodes.Count];
        for (int node = Nodes.Count - 1; node >= 0; node--)
        {
            (int? type, int size, _, int[] children) = Nodes[node];
            if (type is not int known)
                continue;
            positions[node] = (uint)bytes.Count;
            bool ownSize = size != Types[known].Size;
            Pack(bytes, (known << 1) | (ownSize ? 1 : 0));
            if (ownSize)
                Pack(bytes, size);
            Pack(bytes, children.Length);
            foreach (int child in children)
                Pack(bytes, child - node);
        }

        Int(Nodes.Count);
        foreach (uint position in positions)
            Int((int)position);
        Int(bytes.Count);
        _file.Write(bytes.ToArray());
        Int(Nodes.Count);
        foreach ((_, _, ulong address, _) in Nodes)
            Long((long)address);
        Byte(8);
        Byte(1);
        Byte(6);
    }

    private void Begin(string type, int version, int minimumReader)
    {
        Byte(4);
        if (_types.TryGetValue(type, out uint known))
        {
            Byte(2);
            Int((int)known);
            return;
        }

        _types.Add(type, (uint)_file.Position);
        Byte(4);
        Byte(1);
        Int(version);
        Int(minimumReader);
        Text(type);
        Byte(6);
    }

    private void Text(string text)
    {
        Int(text.Length);
        foreach (char c in text)
            _file.Write(c < 0x80 ? [(byte)c] : c < 0x800 ? [(byte)(0xC0 | (c >> 6)), Tail(c)] : [(byte)(0xE0 | (c >> 12)), Tail(c >> 6), Tail(c)]);
    }

    private static byte Tail(int bits) => (byte)(0x80 | (bits & 0x3F));

    /// <summary>Appends a number in groups of seven bits, the highest first.</summary>
    public static void Pack(List<byte> to, int value)
    {
        int groups = 1;
        while (groups < 5 && value << (32 - (7 * groups)) >> (32 - (7 * groups)) != value)
            groups++;
        for (int group = groups - 1; group >= 0; group--)
            to.Add((byte)(((value >> (7 * group)) & 0x7F) | (group > 0 ? 0x80 : 0)));
    }

    private void Byte(byte value) => _file.WriteByte(value);

    private void Int(int value) => _file.Write(BitConverter.GetBytes(value));

    private void Long(long value) => _file.Write(BitConverter.GetBytes(value));

    private void Single(float value) => _file.Write(BitConverter.GetBytes(value));
}
