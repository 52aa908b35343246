using System.Buffers.Binary;

namespace Fathom.Formats.WindowsPdb;

/// <summary>The functions of an object file, with their lengths, as its compiler told them.</summary>
/// <remarks>
/// <code>
/// 0x110F, 0x1110, 0x1146, 0x1147, 0x1155, 0x1156  u32 parent, end, next, u32 bytes, u32 x 3, u32 place in its section, u16 section, u8
/// flags, name
/// 0x1102 (thunk)     u32 parent, end, next, u32 place, u16 section, u16 bytes, u8 kind, name
/// 0x1132 (a piece that stands apart)  u32 parent, end, u32 bytes, u32 flags, u32 place, u32 place of its function, u16 section, u16
/// that of its function
/// </code>
/// </remarks>
internal sealed class ModuleFunctions
{
    private const int Thunk = 0x1102;
    private const int Apart = 0x1132;
    private const int MostFunctions = 1 << 20;

    private readonly uint[] _starts;
    private readonly (uint Bytes, uint NameAt, uint Of)[] _functions;

    private ModuleFunctions(uint[] starts, (uint, uint, uint)[] functions) => (_starts, _functions) = (starts, functions);

    /// <summary>How many there are.</summary>
    public int Count => _starts.Length;

    /// <summary>Reads where they are.</summary>
    public static ModuleFunctions Read(MsfFile file, PdbModule module, PdbPlaces places)
    {
        List<uint> starts = [];
        List<(uint, uint, uint)> functions = [];
        SymbolCursor symbols = new(file, module.Stream, sizeof(uint), Math.Min(module.SymbolBytes, file.LengthOf(module.Stream)));
        while (symbols.Next() && starts.Count < MostFunctions)
        {
            ReadOnlySpan<byte> fields = symbols.Fields;
            uint at = (uint)symbols.At + SymbolCursor.HeadBytes;
            (uint Offset, int Section, uint Bytes, uint NameAt)? found = symbols.Kind switch
            {
                0x110F or 0x1110 or 0x1146 or 0x1147 or 0x1155 or 0x1156 when fields.Length > 35 =>
                    (Word(fields, 28), Half(fields, 32), Word(fields, 12), at + 35),
                Thunk when fields.Length > 21 => (Word(fields, 12), Half(fields, 16), (uint)Half(fields, 18), at + 21),
                Apart when fields.Length >= 28 => (Word(fields, 16), Half(fields, 24), Word(fields, 8), 0),
                _ => null,
            };
            if (found is not { Bytes: > 0 } function || places.RvaOf(function.Section, function.Offset) is not { } rva)
                continue;
            uint of = symbols.Kind == Apart ? places.RvaOf(Half(fields, 26), Word(fields, 20)) ?? rva : rva;
            starts.Add(rva);
            functions.Add((function.Bytes, function.NameAt, of));
        }

        (uint[] begin, (uint, uint, uint)[] all) = ([.. starts], [.. functions]);
        Array.Sort(begin, all);
        return new ModuleFunctions(begin, all);
    }

    /// <summary>The function that covers a place: where it begins, and where its name stands in the stream; null for none.</summary>
    public (uint Start, uint NameAt)? Find(uint rva)
    {
        for (int round = 0; round < 2; round++)
        {
            int at = Array.BinarySearch(_starts, rva);
            at = at >= 0 ? at : ~at - 1;
            if (at < 0 || rva - _starts[at] >= _functions[at].Bytes)
                return null;
            if (_functions[at].NameAt != 0)
                return (_starts[at], _functions[at].NameAt);
            // A piece that stands apart is called as its function.
            rva = _functions[at].Of;
        }

        return null;
    }

    private static uint Word(ReadOnlySpan<byte> fields, int at) => BinaryPrimitives.ReadUInt32LittleEndian(fields[at..]);

    private static int Half(ReadOnlySpan<byte> fields, int at) => BinaryPrimitives.ReadUInt16LittleEndian(fields[at..]);
}
