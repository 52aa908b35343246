namespace Fathom.Formats.Elf;

/// <summary>A function in a table of symbols, whose name is still where the file has it.</summary>
/// <param name="Size">Bytes of its code; 0 where the table does not tell.</param>
/// <param name="NameAt">Where its name begins.</param>
/// <param name="NameBytes">Bytes of its name.</param>
/// <param name="Table">Which of the tables of names it is in.</param>
internal readonly record struct SymbolEntry(ulong Size, int NameAt, int NameBytes, int Table)
{
    /// <summary>Its name in UTF-8.</summary>
    public ReadOnlySpan<byte> NameIn(List<byte[]> names) => names[Table].AsSpan(NameAt, NameBytes);

    /// <summary>Whether it stands for a place before another one does: the longer one, then that of the shorter name, then the first of the alphabet.</summary>
    public bool IsBetterThan(in SymbolEntry other, List<byte[]> names) =>
        Size != other.Size ? Size > other.Size
        : NameBytes != other.NameBytes ? NameBytes < other.NameBytes
        : NameIn(names).SequenceCompareTo(other.NameIn(names)) < 0;
}
