using System.Buffers.Binary;

namespace Fathom.Formats.WindowsPdb;

/// <summary>
/// Public names: functions that other object files may call. Nothing tells how long they are. Eight bytes are kept of each; names are
/// read when they are asked for.
/// </summary>
/// <remarks><code>kind 0x110E: u32 flags (1 code, 2 function, 4 managed), u32 place in its section, u16 section, name ended by a
/// zero</code></remarks>
internal sealed class PublicNames
{
    /// <summary>Where the name stands behind the head of the symbol.</summary>
    private const int NameAt = SymbolCursor.HeadBytes + 10;

    private const int PublicKind = 0x110E;
    private const int Fields = 10;
    private const int MostNames = 8 << 20;

    private readonly uint[] _rvas;
    private readonly uint[] _places;

    private PublicNames(uint[] rvas, uint[] places) => (_rvas, _places) = (rvas, places);

    /// <summary>How many there are of code.</summary>
    public int Count => _rvas.Length;

    /// <summary>Reads where they are.</summary>
    public static PublicNames Read(MsfFile file, PdbDirectory directory)
    {
        List<uint> rvas = [], places = [];
        SymbolCursor symbols = new(file, directory.Symbols, 0, file.LengthOf(directory.Symbols));
        while (symbols.Next() && rvas.Count < MostNames)
        {
            if (symbols.Kind != PublicKind || symbols.Fields.Length <= Fields)
                continue;
            int section = BinaryPrimitives.ReadUInt16LittleEndian(symbols.Fields[8..]);
            if (directory.Places.RvaOf(section, BinaryPrimitives.ReadUInt32LittleEndian(symbols.Fields[4..])) is not { } rva)
                continue;
            rvas.Add(rva);
            places.Add((uint)symbols.At + NameAt);
        }

        (uint[] starts, uint[] names) = ([.. rvas], [.. places]);
        Array.Sort(starts, names);
        return new PublicNames(starts, names);
    }

    /// <summary>Where the last one begins that begins at or before a place; null for none.</summary>
    public uint? Last(uint rva)
    {
        int at = Array.BinarySearch(_rvas, rva);
        at = at >= 0 ? at : ~at - 1;
        return at >= 0 ? _rvas[at] : null;
    }

    /// <summary>The names that begin at a place, as places in the stream of symbols.</summary>
    public IEnumerable<uint> At(uint rva)
    {
        int at = Array.BinarySearch(_rvas, rva);
        while (at > 0 && _rvas[at - 1] == rva)
            at--;
        for (; at >= 0 && at < _rvas.Length && _rvas[at] == rva; at++)
            yield return _places[at];
    }
}
