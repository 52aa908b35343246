using System.Buffers.Binary;

namespace Fathom.Formats.WindowsPdb;

/// <summary>The lines of an object file.</summary>
/// <remarks>
/// <code>
/// u32 kind, u32 bytes, content; filled to 4
/// kind 0xF2  u32 place, u16 section, u16 flags (1: columns follow), u32 bytes of code; then for each file: u32 place in 0xF4, u32
/// lines, u32 bytes of this block;
///            for each line: u32 place from the begin, u32 line in the low 24 bits
/// kind 0xF4  for each file: u32 place of its path in "/names", u8 bytes of a checksum, u8 its kind, the checksum; filled to 4
/// "/names"   u32 0xEFFEEFFE, u32 version, u32 bytes, texts, each ended by a zero
/// </code>
/// </remarks>
internal sealed class ModuleLines
{
    private const uint LinesKind = 0xF2;
    private const uint FilesKind = 0xF4;
    private const int NoLine = 0xF0_0000;
    private const int MostBytes = 64 << 20;

    // A place, and in the low half which of several lines of it is the last one; 0 is the end of a part.
    private readonly ulong[] _starts;
    private readonly (int Line, uint NameAt)[] _lines;

    private ModuleLines(ulong[] starts, (int, uint)[] lines) => (_starts, _lines) = (starts, lines);

    /// <summary>Bytes that it takes.</summary>
    public long SizeBytes => 16L * _starts.Length;

    /// <summary>Reads them.</summary>
    public static ModuleLines Read(MsfFile file, PdbModule module, PdbPlaces places)
    {
        byte[] bytes = module.LineBytes <= MostBytes ? file.Bytes(module.Stream, (long)module.SymbolBytes + module.OldLineBytes, module.LineBytes) ?? [] : [];
        List<ulong> starts = [];
        List<(int, uint)> lines = [];
        (int filesAt, int filesBytes) = PartsOf(bytes).Where(static part => part.Kind == FilesKind).Select(static part => (part.At, part.Bytes)).FirstOrDefault();
        ReadOnlySpan<byte> files = bytes.AsSpan(filesAt, filesBytes);
        foreach ((_, int at, int length) in PartsOf(bytes).Where(static part => part.Kind == LinesKind))
            Read(bytes.AsSpan(at, length), files, places, starts, lines);
        (ulong[] begin, (int, uint)[] all) = ([.. starts], [.. lines]);
        Array.Sort(begin, all);
        return new ModuleLines(begin, all);
    }

    /// <summary>The line of a place, and where its path stands in the texts; null for none.</summary>
    public (int Line, uint NameAt)? Find(uint rva)
    {
        int at = Array.BinarySearch(_starts, ((ulong)rva << 32) | uint.MaxValue);
        at = at >= 0 ? at : ~at - 1;
        return at >= 0 && _lines[at].Line > 0 ? _lines[at] : null;
    }

    private static void Read(ReadOnlySpan<byte> part, ReadOnlySpan<byte> files, PdbPlaces places, List<ulong> starts, List<(int Line, uint NameAt)> lines)
    {
        if (part.Length < 12)
            return;
        uint offset = BinaryPrimitives.ReadUInt32LittleEndian(part), code = BinaryPrimitives.ReadUInt32LittleEndian(part[8..]);
        if (places.RvaOf(BinaryPrimitives.ReadUInt16LittleEndian(part[4..]), offset) is not { } begin || code > uint.MaxValue - begin)
            return;
        for (part = part[12..]; part.Length >= 12;)
        {
            uint of = BinaryPrimitives.ReadUInt32LittleEndian(part), count = BinaryPrimitives.ReadUInt32LittleEndian(part[4..]);
            uint bytes = BinaryPrimitives.ReadUInt32LittleEndian(part[8..]);
            if (bytes < 12 || bytes > part.Length || count > (bytes - 12) / 8)
                return;
            uint? name = of + 4 <= (uint)files.Length && of < int.MaxValue ? BinaryPrimitives.ReadUInt32LittleEndian(files[(int)of..]) : null;
            for (int i = 0; i < count; i++)
            {
                ReadOnlySpan<byte> one = part[(12 + (8 * i))..];
                uint at = BinaryPrimitives.ReadUInt32LittleEndian(one);
                int line = (int)(BinaryPrimitives.ReadUInt32LittleEndian(one[4..]) & 0xFF_FFFF);
                if (at >= code)
                    continue;
                starts.Add(((ulong)(begin + at) << 32) | (uint)(lines.Count + 1));
                lines.Add((line >= NoLine || name is null ? 0 : line, name ?? 0));
            }

            part = part[(int)bytes..];
        }

        // Behind its end no line is known.
        starts.Add((ulong)(begin + code) << 32);
        lines.Add((0, 0));
    }

    private static IEnumerable<(uint Kind, int At, int Bytes)> PartsOf(byte[] bytes)
    {
        for (int at = 0; at <= bytes.Length - 8;)
        {
            uint kind = BinaryPrimitives.ReadUInt32LittleEndian(bytes.AsSpan(at)), length = BinaryPrimitives.ReadUInt32LittleEndian(bytes.AsSpan(at + 4));
            if (length > bytes.Length - at - 8)
                yield break;
            yield return (kind, at + 8, (int)length);
            at += 8 + (((int)length + 3) & ~3);
        }
    }
}
