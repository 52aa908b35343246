namespace Fathom.Tests.Formats.Dwarf;

/// <summary>A row that a reader has to find.</summary>
/// <param name="Address">Its address.</param>
/// <param name="Path">The source file.</param>
/// <param name="Line">The line; -1 behind the last instruction of a sequence.</param>
/// <param name="Column">The column.</param>
internal readonly record struct ExpectedRow(ulong Address, string Path, int Line, int Column)
{
    /// <summary>The row that covers an address; null where none does. All rows are looked at.</summary>
    public static ExpectedRow? Covering(IReadOnlyList<ExpectedRow> rows, ulong address)
    {
        ExpectedRow? found = null;
        for (int i = 0; i + 1 < rows.Count; i++)
        {
            if (rows[i].Line >= 0 && rows[i].Address <= address && address < rows[i + 1].Address)
                found = rows[i];
        }

        return found;
    }
}
