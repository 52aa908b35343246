using Fathom.Model.Results;
using Fathom.Model.Shaping;
using Fathom.Render.Text;

namespace Fathom.Render.Formats;

/// <summary>
/// CSV as RFC 4180 quotes it, with a header, in UTF-8 without a mark, and with a single line feed at the end of each line as the tools of this
/// platform expect. Numbers are in base units and the same on every machine. An absent value is empty, an empty text is <c>""</c>.
/// </summary>
public sealed class CsvRenderer() : OutputFormat("csv", "CSV", ".csv")
{
    /// <inheritdoc/>
    public override void Write(ShapedResult shaped, Stream to, TableStyle style, bool isFile, Action<ResultTable, TextWriter, TableStyle>? own) => FormatText.Write(to, text =>
    {
        if (own is not null)
            own(shaped.Result.Rows, text, style);
        else
            Write(shaped.Result.Rows, text, isFile ? shaped.Result.Trend : null);
    });

    /// <summary>Writes the header and the rows.</summary>
    /// <param name="table">The rows.</param>
    /// <param name="to">Where to.</param>
    /// <param name="trend">Leading columns, the same in every row; null for none.</param>
    public static void Write(ResultTable table, TextWriter to, TrendContext? trend = null)
    {
        to.Write(Header(table, trend is not null));
        to.Write('\n');
        WriteRows(table, to, trend);
    }

    /// <summary>The header line without its line end.</summary>
    public static string Header(ResultTable table, bool withTrend)
    {
        IEnumerable<ResultColumn> columns = withTrend ? TrendContext.Columns.Concat(table.Columns) : table.Columns;
        return string.Join(',', columns.Select(column => Quote(column.Name)));
    }

    /// <summary>Writes the rows only.</summary>
    public static void WriteRows(ResultTable table, TextWriter to, TrendContext? trend, string lineEnd = "\n")
    {
        string lead = trend is null ? "" : string.Concat(trend.Cells().Select(cell => Field(cell, ColumnUnit.None) + ","));
        foreach (Cell[] row in table.Rows)
        {
            to.Write(lead);
            for (int i = 0; i < row.Length; i++)
            {
                if (i > 0)
                    to.Write(',');
                to.Write(Field(row[i], table.Columns[i].Unit));
            }

            to.Write(lineEnd);
        }
    }

    private static string Field(Cell cell, ColumnUnit unit) => cell.Kind switch
    {
        CellKind.Integer when unit == ColumnUnit.Address => ReadableNumber.Address(cell.Integer),
        CellKind.Text => Quote(cell.Text),
        CellKind.Real when !double.IsFinite(cell.Number) => "",
        _ => cell.ToString(),
    };

    private static string Quote(string text)
    {
        bool quote = text.Length == 0 || text[0] == ' ' || text[^1] == ' ' || text.AsSpan().IndexOfAny(",\"\r\n") >= 0;
        return quote ? $"\"{text.Replace("\"", "\"\"", StringComparison.Ordinal)}\"" : text;
    }
}
