using System.Buffers;
using System.Text;
using Fathom.Model.Results;
using Fathom.Model.Shaping;
using Fathom.Model.Units;
using Fathom.Render.Text;

namespace Fathom.Render.Formats;

/// <summary>GitHub tables in readable units: header lines as paragraphs, the rows, the totals.</summary>
public sealed class MarkdownRenderer() : OutputFormat("md", "Markdown", ".md")
{
    private static readonly SearchValues<char> s_special = SearchValues.Create("\\`*_[]<>|");

    /// <inheritdoc/>
    public override bool IsForPeople => true;

    /// <inheritdoc/>
    public override void Write(ShapedResult shaped, Stream to, TableStyle style, bool isFile, Action<ResultTable, TextWriter, TableStyle>? own) =>
        FormatText.Write(to, text => Write(shaped, text, style.Unit));

    /// <summary>Writes a result.</summary>
    public static void Write(ShapedResult shaped, TextWriter to, MeasureUnit? unit)
    {
        CommandResult result = shaped.Result;
        foreach (string line in result.Header)
        {
            to.WriteLine(Escape(SafeText.Of(line)));
            to.WriteLine();
        }

        ResultTable? totals = result.Totals is { Rows.Count: > 0 } some ? some : null;
        if (totals is not null && result.TotalsLead)
        {
            Write(totals, to, unit);
            to.WriteLine();
        }

        Write(result.Rows, to, unit);
        if (shaped.OmittedRows > 0)
        {
            to.WriteLine();
            to.WriteLine(OmittedText.Of(shaped));
        }

        if (totals is null || result.TotalsLead)
            return;
        to.WriteLine();
        Write(totals, to, unit);
    }

    private static void Write(ResultTable table, TextWriter to, MeasureUnit? unit)
    {
        WriteLine(table.Columns.Select(column => CellText.Heading(column, unit)), to);
        WriteLine(table.Columns.Select(column => column.Kind is CellKind.Integer or CellKind.Real ? "---:" : "---"), to);
        foreach (Cell[] row in table.Rows)
            WriteLine(row.Select((cell, i) => Text(cell, table.Columns[i], unit)), to);
    }

    private static string Text(Cell cell, ResultColumn column, MeasureUnit? unit) => column.Unit == ColumnUnit.Lines && cell.Kind == CellKind.Text
        ? string.Join("<br>", cell.Text.Split('\n').Select(line => Escape(SafeText.Of(line))))
        : Escape(CellText.Of(cell, column, unit));

    private static void WriteLine(IEnumerable<string> cells, TextWriter to)
    {
        to.Write('|');
        foreach (string cell in cells)
            to.Write($" {cell} |");
        to.WriteLine();
    }

    // A generic type would be taken for HTML, and a compiler's name for emphasis.
    private static string Escape(string text)
    {
        if (text.AsSpan().IndexOfAny(s_special) < 0)
            return text;
        StringBuilder escaped = new(text.Length + 8);
        foreach (char c in text)
        {
            if (s_special.Contains(c))
                escaped.Append('\\');
            escaped.Append(c);
        }

        return escaped.ToString();
    }
}
