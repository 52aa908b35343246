using System.Runtime.InteropServices;
using System.Text;

namespace Fathom.Formats.Elf;

/// <summary>The functions of an ELF program or library by address, and its exported variables by name.</summary>
/// <remarks>
/// <code>
/// section header  as in ElfSections; its type: 2 = SHT_SYMTAB, 11 = SHT_DYNSYM
/// symbol           0 offset of the name, 4 bytes    4 kind in the low 4 bits: 1 = variable, 2 = function, 10 = indirect function    6 section: 0 = defined elsewhere
///                  8 address    16 size
/// </code>
/// <para>Source: elf(5). .symtab has all functions, and most libraries are delivered without it; .dynsym has those that others may call.</para>
/// </remarks>
public sealed class ElfSymbols
{
    private const int SymbolSize = SymbolTable.SymbolSize;
    private const int MaxSymbols = 4_000_000;
    private const int MaxNameBytes = 256 * 1024 * 1024;

    // A file has one of each kind. Each brings its names, so a file that says that it has thousands would be read thousands of times.
    private const int MaxTables = 4;
    private const uint AllSymbols = 2;
    private const uint DynamicSymbols = 11;
    private const int Variables = 1;

    private readonly FunctionIndex _functions;

    private ElfSymbols(FunctionIndex functions, bool hasAll, string? debugLink) => (_functions, HasAll, DebugLink) = (functions, hasAll, debugLink);

    /// <summary>Whether the table of all functions is there, and not only that of those that others may call.</summary>
    public bool HasAll { get; }

    /// <summary>Name of the file into which the symbols were moved; null where the file names none.</summary>
    public string? DebugLink { get; }

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
        // A function without a size, as hand-written code has, covers nothing: what follows it may be anything.
        return _functions.FindLast(distance) is (var start, var entry) && distance - start < entry.Size
            ? new FunctionSymbol(start, entry.Size, Encoding.UTF8.GetString(_functions.NameOf(entry)))
            : null;
    }

    /// <summary>The distance of an exported variable from the image base.</summary>
    /// <param name="read">Reads the file.</param>
    /// <param name="name">The variable's name.</param>
    /// <returns>Null where the file exports none of that name or is no whole ELF file.</returns>
    public static ulong? FindVariable(ReadAt read, ReadOnlySpan<byte> name)
    {
        if (ElfSections.TryRead(read) is not { IsForAnyPlace: true } sections)
            return null;
        foreach (int i in Enumerable.Range(0, sections.Count).Where(i => sections.TypeOf(i) == DynamicSymbols).Take(MaxTables))
        {
            if (Tables(sections, i) is (var symbols, var names) && Variable(symbols, names, name) is { } found)
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
    /// <param name="ofOnePlace">Whether a program that is linked for one place is read too: its addresses are no distances, but those that its headers say.</param>
    public static ElfSymbols? TryRead(ReadAt read, bool ofOnePlace = false)
    {
        if (ElfSections.TryRead(read) is not { } sections || !(sections.IsForAnyPlace || ofOnePlace))
            return null;
        List<SymbolTable> tables = [];
        bool hasAll = false;
        int count = 0;
        foreach (int i in Enumerable.Range(0, sections.Count).Where(i => sections.TypeOf(i) is AllSymbols or DynamicSymbols).Take(MaxTables))
        {
            if (Tables(sections, i) is not (var symbols, var names) || count + (symbols.Length / SymbolSize) > MaxSymbols)
                continue;
            hasAll |= sections.TypeOf(i) == AllSymbols;
            count += symbols.Length / SymbolSize;
            tables.Add(new SymbolTable(symbols, names));
        }

        return new ElfSymbols(new FunctionIndex(tables), hasAll, DebugLinkOf(sections));
    }

    private static (byte[] Symbols, byte[] Names)? Tables(ElfSections sections, int index) =>
        sections.Content(index, MaxSymbols * (ulong)SymbolSize) is { } symbols && sections.Content(sections.LinkOf(index), MaxNameBytes) is { } names ? (symbols, names) : null;

    // The name, filled up to 4 bytes, and a checksum of the file.
    private static string? DebugLinkOf(ElfSections sections)
    {
        if (sections.Find(".gnu_debuglink"u8) is not { } index || sections.Content(index, SymbolTable.MaxName) is not { } link || SymbolTable.LengthOfName(link, 0) is not (> 0 and var length))
            return null;
        string name = Encoding.UTF8.GetString(link, 0, length);
        return name.Contains('/', StringComparison.Ordinal) ? null : name;
    }
}
