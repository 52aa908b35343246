using Fathom.Model.Results;
using Fathom.Render.Text;

namespace Fathom.Render.Formats;

/// <summary>Writes a table as aligned columns, or in another form where its place is too narrow for that.</summary>
/// <param name="to">Where to.</param>
/// <param name="style">How it looks.</param>
internal sealed class TableGrid(TextWriter to, TableStyle style)
{
    private const string Bold = "\e[1m";
    private const string NotBold = "\e[0m";

    /// <summary>Writes the rows of an answer.</summary>
    /// <param name="table">The rows.</param>
    /// <param name="mayLeaveOut">Whether columns may be left out where there is no room for them.</param>
    /// <returns>How many columns are shown.</returns>
    public int WriteRows(ResultTable table, bool mayLeaveOut)
    {
        List<int> below = [];
        for (int i = 0; i < table.Columns.Count; i++)
        {
            if (table.Columns[i].Unit == ColumnUnit.Lines)
                below.Add(i);
        }

        if (style.Width is { } limit)
            below.AddRange(Commands(table, below, limit));
        below.Sort();
        List<GridColumn> columns = [];
        for (int i = 0; i < table.Columns.Count; i++)
        {
            if (!below.Contains(i))
                columns.Add(new GridColumn(table, i, style));
        }

        IReadOnlyList<GridColumn>? shown = style.Width is { } width ? GridFit.Fit(columns, width, mayLeaveOut) : columns;
        if (shown is null)
        {
            new TableCards(to, style).Write(table);
            return table.Columns.Count;
        }

        Write(shown, table.Rows.Count, row =>
        {
            bool hasLines = false;
            foreach (int column in below)
                hasLines |= WriteBelow(table.Rows[row][column], table.Columns[column]);
            if (hasLines && row < table.Rows.Count - 1)
                to.WriteLine();
        });
        return shown.Count + below.Count;
    }

    /// <summary>Writes totals: all of their columns, which become rows where they are too many for the place.</summary>
    public void WriteTotals(ResultTable table)
    {
        GridColumn[] columns = [.. table.Columns.Select((_, i) => new GridColumn(table, i, style))];
        if (style.Width is not { } width || GridFit.Fit(columns, width, mayLeaveOut: false) is not null)
        {
            Write(columns, table.Rows.Count, static _ => { });
            return;
        }

        string[][] texts = [.. Enumerable.Range(0, table.Columns.Count).Select(i => CellText.OfColumn(table, i, style.Unit, style.FullNames))];
        string[] names = [.. Enumerable.Range(1, table.Columns.Count - 1).Select(i => CellText.Heading(table.Columns, i, style.Unit))];
        GridColumn[] turned =
        [
            new(CellText.Heading(table.Columns, 0, style.Unit), names, isRight: false),
            .. Enumerable.Range(0, table.Rows.Count).Select(row => new GridColumn(texts[0][row], [.. texts.Skip(1).Select(column => column[row])], isRight: true)),
        ];
        if (GridFit.Fit(turned, width, mayLeaveOut: false) is not null)
            Write(turned, names.Length, static _ => { });
        else
            new TableCards(to, style).Write(table);
    }

    // Commands are whole wherever they stand; below its row one has the whole width.
    private static List<int> Commands(ResultTable table, List<int> below, int width)
    {
        int needed = -GridFit.Gap.Length;
        List<int> commands = [];
        for (int i = 0; i < table.Columns.Count; i++)
        {
            if (below.Contains(i))
                continue;
            if (table.Columns[i].Unit == ColumnUnit.Command)
                commands.Add(i);
            needed += GridFit.Gap.Length + TextWidth.OfWidest(table.Columns[i].Name, CellText.OfColumn(table, i, null, fullNames: true));
        }

        return needed > width ? commands : [];
    }

    private void Write(IReadOnlyList<GridColumn> columns, int rows, Action<int> writeBelow)
    {
        to.Write(style.Colour ? Bold : "");
        WriteLine(columns, (column, isLast) => column.Write(column.Heading, to, !isLast));
        to.WriteLine(style.Colour ? NotBold : "");
        for (int row = 0; row < rows; row++)
        {
            int lines = 0;
            foreach (GridColumn column in columns)
                lines = Math.Max(lines, column.LinesOf(row));
            for (int line = 0; line < lines; line++)
            {
                WriteLine(columns, (column, isLast) => column.Write(row, line, to, !isLast));
                to.WriteLine();
            }

            writeBelow(row);
        }
    }

    // A blank line sets the next row apart.
    private bool WriteBelow(Cell cell, ResultColumn column)
    {
        const string indent = "    ", further = "        ";
        if (cell.IsNull)
            return false;
        if (column.Unit == ColumnUnit.Command)
        {
            to.WriteLine($"{indent}{column.Name}: {SafeText.Of(cell.Text)}");
            return true;
        }

        foreach (string line in cell.Text.Split('\n'))
        {
            string safe = SafeText.Of(line);
            IReadOnlyList<string> parts = style.Width is { } width ? TextWidth.Break(safe, width - indent.Length, width - further.Length) : [safe];
            for (int i = 0; i < parts.Count; i++)
                to.WriteLine($"{(i == 0 ? indent : further)}{parts[i]}");
        }

        return true;
    }

    private void WriteLine(IReadOnlyList<GridColumn> columns, Action<GridColumn, bool> write)
    {
        for (int i = 0; i < columns.Count; i++)
        {
            bool isLast = i == columns.Count - 1;
            write(columns[i], isLast);
            if (!isLast)
                to.Write(GridFit.Gap);
        }
    }
}
