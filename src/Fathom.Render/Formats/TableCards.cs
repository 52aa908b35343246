using Fathom.Model.Results;
using Fathom.Render.Text;

namespace Fathom.Render.Formats;

/// <summary>Writes each row as a list of names and values, for more columns than a terminal is wide.</summary>
/// <param name="to">Where to.</param>
/// <param name="style">How it looks.</param>
internal sealed class TableCards(TextWriter to, TableStyle style)
{
    private const int LeastForValues = 20;

    /// <summary>Writes the rows, with a blank line between two of them.</summary>
    public void Write(ResultTable table)
    {
        string[] names = [.. Enumerable.Range(0, table.Columns.Count).Select(i => CellText.Heading(table.Columns, i, style.Unit))];
        string[][] texts = [.. Enumerable.Range(0, table.Columns.Count).Select(i => CellText.OfColumn(table, i, style.Unit, style.FullNames))];
        int width = names.Max(TextWidth.Of);
        int room = Math.Max(LeastForValues, (style.Width ?? int.MaxValue) - width - GridFit.Gap.Length);
        for (int row = 0; row < table.Rows.Count; row++)
        {
            if (row > 0)
                to.WriteLine();
            for (int column = 0; column < names.Length; column++)
                Write(names[column] + new string(' ', width - TextWidth.Of(names[column])), Lines(table.Rows[row][column], table.Columns[column], texts[column][row], room));
        }
    }

    private static IEnumerable<string> Lines(Cell cell, ResultColumn column, string text, int room) => column.Unit switch
    {
        ColumnUnit.Command => [text],
        ColumnUnit.Lines when cell.Kind == CellKind.Text => cell.Text.Split('\n').SelectMany(line => TextWidth.Break(SafeText.Of(line), room)),
        ColumnUnit.Sentence => TextWidth.Wrap(text, room),
        _ => TextWidth.Break(text, room),
    };

    private void Write(string name, IEnumerable<string> lines)
    {
        string start = style.Colour ? $"\e[1m{name}\e[0m" : name;
        foreach (string line in lines)
        {
            to.WriteLine($"{start}{GridFit.Gap}{line}");
            start = new string(' ', TextWidth.Of(name));
        }
    }
}
