namespace Fathom.Formats.Elf;

/// <summary>A function in a table of symbols, whose name is still where the file has it.</summary>
/// <param name="Size">Bytes of its code; 0 where the table does not tell.</param>
/// <param name="NameAt">Where its name begins.</param>
/// <param name="NameBytes">Bytes of its name.</param>
/// <param name="Table">Which of the tables it is in.</param>
internal readonly record struct SymbolEntry(ulong Size, int NameAt, int NameBytes, int Table);
