using System.Runtime.InteropServices;
using System.Text;

namespace Fathom.Formats.Elf;

/// <summary>The functions of an ELF program or library by address, and its exported variables by name.</summary>
/// <remarks>
/// <code>
/// ELF header      16 type: 3 = shared object or program that may lie anywhere    40 offset of the section headers    58 size of one    60 their number
/// section header   4 type: 2 = SHT_SYMTAB, 11 = SHT_DYNSYM    24 offset    32 size    40 number of the section with the names
/// symbol           0 offset of the name, 4 bytes    4 kind in the low 4 bits: 1 = variable, 2 = function, 10 = indirect function    6 section: 0 = defined elsewhere
///                  8 address    16 size
/// </code>
/// <para>Source: elf(5). .symtab has all functions, and most libraries are delivered without it; .dynsym has those that others may call.</para>
/// </remarks>
public sealed class ElfSymbols
{
    private const int HeaderSize = 64;
    private const int SectionSize = 64;
    private const int SymbolSize = 24;
    private const int MaxSections = 10_000;
    private const int MaxSymbols = 4_000_000;
    private const int MaxNameBytes = 256 * 1024 * 1024;
    private const int MaxName = 4_096;
    private const ushort SharedObject = 3;
    private const uint AllSymbols = 2;
    private const uint DynamicSymbols = 11;
    private const int Variables = 1;
    private const int Function = 2;
    private const int IndirectFunction = 10;

    private readonly FunctionSymbol[] _functions;

    private ElfSymbols(FunctionSymbol[] functions) => _functions = functions;

    /// <summary>Reads the tables of a file in memory; null as below.</summary>
    public static ElfSymbols? TryRead(byte[] content) => TryRead((offset, buffer) =>
    {
        if (offset >= (ulong)content.Length)
            return 0;
        int count = Math.Min(buffer.Length, content.Length - (int)offset);
        content.AsSpan((int)offset, count).CopyTo(buffer);
        return count;
    });

    /// <summary>The function that covers a distance from the image base, or null.</summary>
    public FunctionSymbol? Find(ulong distance)
    {
        int low = 0, high = _functions.Length - 1;
        while (low <= high)
        {
            int middle = (low + high) / 2;
            if (_functions[middle].Start <= distance)
                low = middle + 1;
            else
                high = middle - 1;
        }

        // A function without a size, as hand-written code has, covers nothing: what follows it may be anything.
        return high >= 0 && distance - _functions[high].Start < _functions[high].Size ? _functions[high] : null;
    }

    /// <summary>The distance of an exported variable from the image base.</summary>
    /// <param name="read">Reads the file.</param>
    /// <param name="name">The variable's name.</param>
    /// <returns>Null where the file exports none of that name or is no whole ELF file.</returns>
    public static ulong? FindVariable(ReadAt read, ReadOnlySpan<byte> name)
    {
        if (Sections(read) is not { } sections)
            return null;
        for (int i = 0; i < sections.Length / SectionSize; i++)
        {
            if (TypeOf(sections, i) == DynamicSymbols && Tables(read, sections, i) is (var symbols, var names) && Variable(symbols, names, name) is { } found)
                return found;
        }

        return null;
    }

    private static ulong? Variable(byte[] symbols, byte[] names, ReadOnlySpan<byte> name)
    {
        for (int at = 0; at + SymbolSize <= symbols.Length; at += SymbolSize)
        {
            ReadOnlySpan<byte> symbol = symbols.AsSpan(at, SymbolSize);
            uint offset = MemoryMarshal.Read<uint>(symbol);
            if ((symbol[4] & 0xf) == Variables && MemoryMarshal.Read<ushort>(symbol[6..]) != 0 && offset < names.Length
                && names.AsSpan((int)offset) is var rest && rest.Length > name.Length && rest.StartsWith(name) && rest[name.Length] == 0)
            {
                return MemoryMarshal.Read<ulong>(symbol[8..]);
            }
        }

        return null;
    }

    /// <summary>Reads the tables of a file. Null where it is no whole ELF file.</summary>
    /// <param name="read">Reads the file.</param>
    public static ElfSymbols? TryRead(ReadAt read)
    {
        if (Sections(read) is not { } sections)
            return null;
        List<FunctionSymbol> functions = [];
        for (int i = 0; i < sections.Length / SectionSize; i++)
        {
            if (TypeOf(sections, i) is AllSymbols or DynamicSymbols && Tables(read, sections, i) is (var symbols, var names))
                Add(symbols, names, functions);
        }

        return new ElfSymbols(Sorted(functions));
    }

    // The section headers, or null where it is no whole ELF file.
    private static byte[]? Sections(ReadAt read)
    {
        Span<byte> header = stackalloc byte[HeaderSize];
        if (read(0, header) < HeaderSize || !header.StartsWith("\x7f"u8 + "ELF"u8) || header[4] != 2 || header[5] != 1)
            return null;
        // Addresses in a program that is linked for one place are no distances.
        if (MemoryMarshal.Read<ushort>(header[16..]) != SharedObject)
            return null;
        int count = MemoryMarshal.Read<ushort>(header[60..]);
        if (count is 0 or > MaxSections || MemoryMarshal.Read<ushort>(header[58..]) != SectionSize)
            return null;
        byte[] sections = new byte[count * SectionSize];
        return read(MemoryMarshal.Read<ulong>(header[40..]), sections) < sections.Length ? null : sections;
    }

    private static uint TypeOf(byte[] sections, int index) => MemoryMarshal.Read<uint>(sections.AsSpan((index * SectionSize) + 4));

    private static (byte[] Symbols, byte[] Names)? Tables(ReadAt read, byte[] sections, int index)
    {
        ReadOnlySpan<byte> section = sections.AsSpan(index * SectionSize, SectionSize);
        uint nameIndex = MemoryMarshal.Read<uint>(section[40..]);
        if (nameIndex >= sections.Length / SectionSize)
            return null;
        ReadOnlySpan<byte> nameSection = sections.AsSpan((int)nameIndex * SectionSize, SectionSize);
        ulong size = MemoryMarshal.Read<ulong>(section[32..]);
        ulong nameBytes = MemoryMarshal.Read<ulong>(nameSection[32..]);
        if (size > MaxSymbols * (ulong)SymbolSize || nameBytes > MaxNameBytes)
            return null;
        return Content(read, MemoryMarshal.Read<ulong>(section[24..]), (int)size) is { } symbols && Content(read, MemoryMarshal.Read<ulong>(nameSection[24..]), (int)nameBytes) is { } names
            ? (symbols, names)
            : null;
    }

    private static void Add(byte[] symbols, byte[] names, List<FunctionSymbol> functions)
    {
        for (int at = 0; at + SymbolSize <= symbols.Length; at += SymbolSize)
        {
            ReadOnlySpan<byte> symbol = symbols.AsSpan(at, SymbolSize);
            ulong address = MemoryMarshal.Read<ulong>(symbol[8..]);
            bool isFunction = (symbol[4] & 0xf) is Function or IndirectFunction && MemoryMarshal.Read<ushort>(symbol[6..]) != 0 && address != 0;
            if (isFunction && Name(names, MemoryMarshal.Read<uint>(symbol)) is { Length: > 0 } name)
                functions.Add(new FunctionSymbol(address, MemoryMarshal.Read<ulong>(symbol[16..]), name));
        }
    }

    // A size that the file cannot have is noticed piece by piece, before memory is taken for all of it.
    private static byte[]? Content(ReadAt read, ulong offset, int size)
    {
        Span<byte> last = stackalloc byte[1];
        if (size == 0 || offset > long.MaxValue || read(offset + (ulong)size - 1, last) < 1)
            return null;
        byte[] content = new byte[size];
        return read(offset, content) < size ? null : content;
    }

    private static string? Name(byte[] names, uint offset)
    {
        if (offset >= names.Length)
            return null;
        ReadOnlySpan<byte> text = names.AsSpan((int)offset, Math.Min(MaxName, names.Length - (int)offset));
        int end = text.IndexOf((byte)0);
        return end < 0 ? null : Encoding.UTF8.GetString(text[..end]);
    }

    // Of several names for one place the shortest, then the first of the alphabet: the others are versions and internal twins, such as __poll for poll.
    private static FunctionSymbol[] Sorted(List<FunctionSymbol> functions) =>
        [.. functions.OrderBy(static function => function.Start)
            .ThenByDescending(static function => function.Size)
            .ThenBy(static function => function.Name.Length)
            .ThenBy(static function => function.Name, StringComparer.Ordinal)
            .DistinctBy(static function => function.Start)];
}
