using Fathom.Model.Results;
using Fathom.Model.Shaping;
using Fathom.Render.Text;

namespace Fathom.Render.Formats;

/// <summary>Aligned columns for people: header lines, the rows, how many more there are, and the totals.</summary>
public sealed class TableRenderer() : OutputFormat("table", "tables", ".txt")
{
    /// <inheritdoc/>
    public override bool IsForPeople => true;

    /// <inheritdoc/>
    public override void Write(ShapedResult shaped, Stream to, TableStyle style, bool isFile, Action<ResultTable, TextWriter, TableStyle>? own) => FormatText.Write(to, text =>
    {
        if (own is not null)
            own(shaped.Result.Rows, text, style);
        else
            Write(shaped, text, style);
    });

    /// <summary>Writes a result.</summary>
    public static void Write(ShapedResult shaped, TextWriter to, TableStyle style)
    {
        CommandResult result = shaped.Result;
        foreach (string line in result.Header)
            to.WriteLine(SafeText.Of(line));
        bool isFirst = result.Header.Count == 0;
        ResultTable? totals = result.Totals is { Rows.Count: > 0 } some ? some : null;
        if (result.TotalsLead)
            WriteApart(totals);
        WriteApart(result.Rows);
        if (shaped.OmittedRows > 0)
            to.WriteLine(OmittedText.Of(shaped));
        if (!result.TotalsLead)
            WriteApart(totals);

        void WriteApart(ResultTable? table)
        {
            if (table is null or { Rows.Count: 0 })
                return;
            if (!isFirst)
                to.WriteLine();
            isFirst = false;
            Write(table, to, style);
        }
    }

    private static void Write(ResultTable table, TextWriter to, TableStyle style)
    {
        int[] below = [.. Enumerable.Range(0, table.Columns.Count).Where(i => table.Columns[i].Unit == ColumnUnit.Lines)];
        GridColumn[] columns = [.. Enumerable.Range(0, table.Columns.Count).Except(below).Select(i => new GridColumn(table, i, style.Unit))];
        if (style.Width is { } width)
            GridFit.Shrink(columns, width);
        to.Write(style.Colour ? "\e[1m" : "");
        WriteLine(columns, column => column.Heading, to);
        to.WriteLine(style.Colour ? "\e[0m" : "");
        for (int row = 0; row < table.Rows.Count; row++)
        {
            WriteRow(columns, row, to);
            foreach (int column in below)
                WriteBelow(table.Rows[row][column], to, isLast: row == table.Rows.Count - 1);
        }
    }

    private static void WriteRow(GridColumn[] columns, int row, TextWriter to)
    {
        GridColumn last = columns[^1];
        IReadOnlyList<string> lines = last.Wraps ? TextWidth.Wrap(last.Cells[row], last.Width) : [last.Cells[row]];
        WriteLine(columns, column => column == last ? lines[0] : column.Cells[row], to);
        to.WriteLine();
        foreach (string line in lines.Skip(1))
            to.WriteLine(new string(' ', columns.Take(columns.Length - 1).Sum(static column => column.Width + GridFit.Gap.Length)) + line);
    }

    // Lines are not shortened: they are what the reader came for. A blank line sets the next row apart.
    private static void WriteBelow(Cell cell, TextWriter to, bool isLast)
    {
        if (cell.IsNull)
            return;
        foreach (string line in cell.Text.Split('\n'))
            to.WriteLine($"    {SafeText.Of(line)}");
        if (!isLast)
            to.WriteLine();
    }

    private static void WriteLine(GridColumn[] columns, Func<GridColumn, string> text, TextWriter to)
    {
        for (int i = 0; i < columns.Length; i++)
        {
            bool last = i == columns.Length - 1;
            columns[i].Write(text(columns[i]), to, padRight: !last);
            if (!last)
                to.Write(GridFit.Gap);
        }
    }
}
