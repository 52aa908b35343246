using System.Runtime.InteropServices;

namespace Fathom.Formats.Elf;

/// <summary>A table of symbols with the names that belong to it, as a file has them.</summary>
/// <param name="symbols">The symbols.</param>
/// <param name="names">Their names, each ended by a zero.</param>
internal sealed class SymbolTable(byte[] symbols, byte[] names)
{
    /// <summary>Bytes of a symbol.</summary>
    public const int SymbolSize = 24;

    /// <summary>Bytes of the longest name that is taken.</summary>
    public const int MaxName = 4_096;

    private const int Function = 2;
    private const int IndirectFunction = 10;

    /// <summary>How many there are, functions and others.</summary>
    public int Count => symbols.Length / SymbolSize;

    /// <summary>Address of a function; 0 for a symbol that is none, or is defined elsewhere.</summary>
    public ulong FunctionAt(int index)
    {
        ReadOnlySpan<byte> symbol = symbols.AsSpan(index * SymbolSize, SymbolSize);
        return (symbol[4] & 0xf) is Function or IndirectFunction && MemoryMarshal.Read<ushort>(symbol[6..]) != 0 ? MemoryMarshal.Read<ulong>(symbol[8..]) : 0;
    }

    /// <summary>Size and name of a symbol; null where it has no name.</summary>
    /// <param name="index">Its number.</param>
    /// <param name="table">Number of this table.</param>
    public SymbolEntry? EntryAt(int index, int table)
    {
        ReadOnlySpan<byte> symbol = symbols.AsSpan(index * SymbolSize, SymbolSize);
        uint name = MemoryMarshal.Read<uint>(symbol);
        return LengthOfName(names, name) is > 0 and var length ? new SymbolEntry(MemoryMarshal.Read<ulong>(symbol[16..]), (int)name, length, table) : null;
    }

    /// <summary>The name of a symbol in UTF-8.</summary>
    public ReadOnlySpan<byte> NameOf(in SymbolEntry entry) => names.AsSpan(entry.NameAt, entry.NameBytes);

    /// <summary>Bytes of the name at a place; negative where there is none.</summary>
    public static int LengthOfName(byte[] names, uint offset) => offset < names.Length ? names.AsSpan((int)offset, Math.Min(MaxName, names.Length - (int)offset)).IndexOf((byte)0) : -1;
}
