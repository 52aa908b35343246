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
    private const int SymbolSize = 24;
    private const int MaxSymbols = 4_000_000;
    private const int MaxNameBytes = 256 * 1024 * 1024;
    private const int MaxName = 4_096;
    private const uint AllSymbols = 2;
    private const uint DynamicSymbols = 11;
    private const int Variables = 1;
    private const int Function = 2;
    private const int IndirectFunction = 10;

    private readonly ulong[] _starts;
    private readonly SymbolEntry[] _entries;
    private readonly List<byte[]> _names;

    private ElfSymbols(ulong[] starts, SymbolEntry[] entries, List<byte[]> names, bool hasAll, string? debugLink) =>
        (_starts, _entries, _names, HasAll, DebugLink) = (starts, entries, names, hasAll, debugLink);

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
        int at = Array.BinarySearch(_starts, distance);
        if (at < 0)
            at = ~at - 1;
        // A function without a size, as hand-written code has, covers nothing: what follows it may be anything.
        return at >= 0 && distance - _starts[at] < _entries[at].Size ? new FunctionSymbol(_starts[at], _entries[at].Size, Encoding.UTF8.GetString(_entries[at].NameIn(_names))) : null;
    }

    /// <summary>The distance of an exported variable from the image base.</summary>
    /// <param name="read">Reads the file.</param>
    /// <param name="name">The variable's name.</param>
    /// <returns>Null where the file exports none of that name or is no whole ELF file.</returns>
    public static ulong? FindVariable(ReadAt read, ReadOnlySpan<byte> name)
    {
        if (ElfSections.TryRead(read) is not { IsForAnyPlace: true } sections)
            return null;
        for (int i = 0; i < sections.Count; i++)
        {
            if (sections.TypeOf(i) == DynamicSymbols && Tables(sections, i) is (var symbols, var names) && Variable(symbols, names, name) is { } found)
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
        List<ulong> starts = [];
        List<SymbolEntry> entries = [];
        List<byte[]> texts = [];
        bool hasAll = false;
        for (int i = 0; i < sections.Count; i++)
        {
            if (sections.TypeOf(i) is not (AllSymbols or DynamicSymbols) || Tables(sections, i) is not (var symbols, var names))
                continue;
            hasAll |= sections.TypeOf(i) == AllSymbols;
            texts.Add(names);
            Add(symbols, names, starts, entries, texts.Count - 1);
        }

        (ulong[] places, SymbolEntry[] functions) = Sorted([.. starts], [.. entries], texts);
        return new ElfSymbols(places, functions, texts, hasAll, DebugLinkOf(sections));
    }

    private static (byte[] Symbols, byte[] Names)? Tables(ElfSections sections, int index) =>
        sections.Content(index, MaxSymbols * (ulong)SymbolSize) is { } symbols && sections.Content(sections.LinkOf(index), MaxNameBytes) is { } names ? (symbols, names) : null;

    // The name, filled up to 4 bytes, and a checksum of the file.
    private static string? DebugLinkOf(ElfSections sections) =>
        sections.Find(".gnu_debuglink"u8) is { } index && sections.Content(index, MaxName) is { } link && Name(link, 0) is { Length: > 0 } name && !name.Contains('/', StringComparison.Ordinal)
            ? name
            : null;

    // Libraries have hundreds of thousands of functions, of which few are asked for: their names stay bytes until then.
    private static void Add(byte[] symbols, byte[] names, List<ulong> starts, List<SymbolEntry> entries, int table)
    {
        for (int at = 0; at + SymbolSize <= symbols.Length; at += SymbolSize)
        {
            ReadOnlySpan<byte> symbol = symbols.AsSpan(at, SymbolSize);
            ulong address = MemoryMarshal.Read<ulong>(symbol[8..]);
            bool isFunction = (symbol[4] & 0xf) is Function or IndirectFunction && MemoryMarshal.Read<ushort>(symbol[6..]) != 0 && address != 0;
            uint name = MemoryMarshal.Read<uint>(symbol);
            if (!isFunction || LengthOfName(names, name) is not (> 0 and var length))
                continue;
            starts.Add(address);
            entries.Add(new SymbolEntry(MemoryMarshal.Read<ulong>(symbol[16..]), (int)name, length, table));
        }
    }

    private static string? Name(byte[] names, uint offset) => LengthOfName(names, offset) is >= 0 and var length ? Encoding.UTF8.GetString(names, (int)offset, length) : null;

    // Negative where there is none.
    private static int LengthOfName(byte[] names, uint offset) => offset < names.Length ? names.AsSpan((int)offset, Math.Min(MaxName, names.Length - (int)offset)).IndexOf((byte)0) : -1;

    // Of several names for one place the shortest, then the first of the alphabet: the others are versions and internal twins, such as __poll for poll.
    private static (ulong[] Starts, SymbolEntry[] Entries) Sorted(ulong[] starts, SymbolEntry[] entries, List<byte[]> names)
    {
        Array.Sort(starts, entries);
        int count = 0;
        for (int i = 0; i < starts.Length; i++)
        {
            if (count > 0 && starts[count - 1] == starts[i])
            {
                if (entries[i].IsBetterThan(entries[count - 1], names))
                    entries[count - 1] = entries[i];
                continue;
            }

            (starts[count], entries[count]) = (starts[i], entries[i]);
            count++;
        }

        return (starts[..count], entries[..count]);
    }
}
