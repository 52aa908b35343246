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
        FormatText.Write(to, text => Write(shaped, text, style.Unit, style.FullNames));

    /// <summary>Writes a result.</summary>
    public static void Write(ShapedResult shaped, TextWriter to, MeasureUnit? unit, bool fullNames = false)
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
            Write(totals, to, unit, fullNames);
            to.WriteLine();
        }

        ResultTable rows = CommonColumns.Without(shaped);
        Write(rows, to, unit, fullNames);
        if (shaped.OmittedRows > 0)
        {
            to.WriteLine();
            to.WriteLine(OmittedText.Of(shaped));
        }

        if (result.Rest is { } rest)
        {
            to.WriteLine();
            to.WriteLine(Escape($"… {SafeText.Of(rest)}"));
        }

        if (OmittedText.OfColumns(shaped, rows.Columns.Count) is { } columnsLine)
        {
            to.WriteLine();
            to.WriteLine(columnsLine);
        }

        if (totals is not null && !result.TotalsLead)
        {
            to.WriteLine();
            Write(totals, to, unit, fullNames);
        }

        foreach (string line in result.Footer)
        {
            to.WriteLine();
            to.WriteLine(Escape(SafeText.Of(line)));
        }
    }

    private static void Write(ResultTable table, TextWriter to, MeasureUnit? unit, bool fullNames)
    {
        WriteLine(Enumerable.Range(0, table.Columns.Count).Select(i => CellText.Heading(table.Columns, i, unit)), to);
        WriteLine(table.Columns.Select(column => column.Kind is CellKind.Integer or CellKind.Real ? "---:" : "---"), to);
        string[][] texts = [.. Enumerable.Range(0, table.Columns.Count).Select(i => Texts(table, i, unit, fullNames))];
        for (int row = 0; row < table.Rows.Count; row++)
            WriteLine(texts.Select(column => column[row]), to);
    }

    private static string[] Texts(ResultTable table, int position, MeasureUnit? unit, bool fullNames) => table.Columns[position].Unit == ColumnUnit.Lines
        ? [.. table.Rows.Select(row => row[position].Kind == CellKind.Text ? Lines(row[position].Text) : CellText.Absent)]
        : Array.ConvertAll(CellText.OfColumn(table, position, unit, fullNames), Escape);

    private static string Lines(string text) => string.Join("<br>", text.Split('\n').Select(line => Escape(SafeText.Of(line))));

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
