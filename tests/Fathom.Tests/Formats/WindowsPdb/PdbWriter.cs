using System.Buffers.Binary;
using System.Text;

namespace Fathom.Tests.Formats.WindowsPdb;

/// <summary>Writes PDBs as Microsoft publishes them: public names, pieces of the linker, sections. For what no file that may be kept
/// here has.</summary>
internal sealed class PdbWriter
{
    public const uint Code = 0x1000;
    public const uint CodeBytes = 0x100;
    private const int BlockBytes = 512;

    /// <summary>Public names with their sections (1 is code, 2 is data) and places.</summary>
    public List<(string Name, ushort Section, uint Offset)> Names { get; } = [];

    /// <summary>Pieces of the linker: section, place, bytes.</summary>
    public List<(ushort Section, int Offset, int Bytes)> Pieces { get; } = [];

    /// <summary>Where code begins now, and where it did; 0 for code that was added.</summary>
    public List<(uint Now, uint Before)> Moves { get; } = [];

    /// <summary>Lengths of sections, where it tells these and no headers, as NGEN does.</summary>
    public uint[] Lengths { get; init; } = [];

    public Guid Id { get; init; } = new("11112222-3333-4444-5555-666677778888");

    public byte[] Build()
    {
        const ushort symbols = 4, sections = 5, moves = 6, none = 0xFFFF;
        byte[] pieces = Pieces.Count == 0 ? [] : [.. Word(0xEFFE0000 + 19970605), .. Pieces.SelectMany(static piece => (byte[])
            [.. Half(piece.Section), 0, 0, .. Word((uint)piece.Offset), .. Word((uint)piece.Bytes), .. Word(0x20), 0, 0, 0, 0, .. new byte[8]])];
        ushort moved = Moves.Count > 0 ? moves : none, before = Moves.Count > 0 ? sections : none;
        byte[] numbers = [.. new[] { none, none, none, moved, none, Lengths.Length > 0 ? none : sections, none, none, none, none, before }.SelectMany(Half)];
        byte[] map = Lengths.Length == 0 ? [] : [.. Half((ushort)Lengths.Length), .. Half((ushort)Lengths.Length), .. Lengths.SelectMany(static bytes => (byte[])
            [.. Half(0x10D), 0, 0, 0, 0, 1, 0, .. Half(none), .. Half(none), .. Word(0), .. Word(bytes)])];
        byte[] head = new byte[64];
        BinaryPrimitives.WriteInt32LittleEndian(head, -1);
        BinaryPrimitives.WriteInt32LittleEndian(head.AsSpan(4), 19990903);
        BinaryPrimitives.WriteInt32LittleEndian(head.AsSpan(8), 2);
        BinaryPrimitives.WriteUInt16LittleEndian(head.AsSpan(20), symbols);
        BinaryPrimitives.WriteInt32LittleEndian(head.AsSpan(28), pieces.Length);
        BinaryPrimitives.WriteInt32LittleEndian(head.AsSpan(32), map.Length);
        BinaryPrimitives.WriteInt32LittleEndian(head.AsSpan(48), numbers.Length);
        head[56] = 2;
        return Container(
        [
            [],
            [.. Word(20000404), .. Word(0), .. Word(1), .. Id.ToByteArray(), .. new byte[20]],
            [],
            [.. head, .. pieces, .. map, .. numbers],
            [.. Names.SelectMany(static name => Public(name.Name, name.Section, name.Offset))],
            [.. Section(Code, CodeBytes, 0x60000020), .. Section(0x2000, 0x100, 0x40000040)],
            [.. Moves.SelectMany(static move => (byte[])[.. Word(move.Now), .. Word(move.Before)])],
        ]);
    }

    private static byte[] Public(string name, ushort section, uint offset)
    {
        byte[] text = [.. Encoding.UTF8.GetBytes(name), 0];
        byte[] filled = [.. text, .. new byte[-text.Length & 3]];
        return [.. Half((ushort)(12 + filled.Length)), .. Half(0x110E), .. Word(2), .. Word(offset), .. Half(section), .. filled];
    }

    private static byte[] Section(uint rva, uint bytes, uint flags)
    {
        byte[] header = new byte[40];
        BinaryPrimitives.WriteUInt32LittleEndian(header.AsSpan(8), bytes);
        BinaryPrimitives.WriteUInt32LittleEndian(header.AsSpan(12), rva);
        BinaryPrimitives.WriteUInt32LittleEndian(header.AsSpan(36), flags);
        return header;
    }

    // Blocks of a stream stand in reverse, as they may.
    private static byte[] Container(byte[][] streams)
    {
        List<byte[]> blocks = [new byte[BlockBytes], new byte[BlockBytes], new byte[BlockBytes]];
        List<uint> directory = [(uint)streams.Length, .. streams.Select(static stream => (uint)stream.Length)];
        foreach (byte[] stream in streams)
        {
            byte[][] own = [.. stream.Chunk(BlockBytes)];
            directory.AddRange(Enumerable.Range(0, own.Length).Select(i => (uint)(blocks.Count + own.Length - 1 - i)));
            blocks.AddRange(own.Reverse());
        }

        byte[] words = [.. directory.SelectMany(Word)];
        byte[][] parts = [.. words.Chunk(BlockBytes)];
        byte[] list = [.. Enumerable.Range(0, parts.Length).SelectMany(i => Word((uint)(blocks.Count + i)))];
        uint listAt = (uint)(blocks.Count + parts.Length);
        blocks.AddRange(parts);
        blocks.Add(list);
        byte[] file = new byte[blocks.Count * BlockBytes];
        for (int i = 0; i < blocks.Count; i++)
            blocks[i].CopyTo(file, i * BlockBytes);
        "Microsoft C/C++ MSF 7.00\r\n\u001aDS\0\0\0"u8.CopyTo(file);
        Word(BlockBytes).CopyTo(file, 32);
        Word(1).CopyTo(file, 36);
        Word((uint)blocks.Count).CopyTo(file, 40);
        Word((uint)words.Length).CopyTo(file, 44);
        Word(listAt).CopyTo(file, 52);
        return file;
    }

    private static byte[] Word(uint value) => BitConverter.GetBytes(value);

    private static byte[] Half(ushort value) => BitConverter.GetBytes(value);
}
