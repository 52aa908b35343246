using System.Text;
using System.Text.Json;
using Fathom.Model.Results;
using Fathom.Render.Pages;

namespace Fathom.Render.Serializers;

/// <summary>
/// The comparison of serializers as one HTML file that loads nothing: the tables as JSON, and a script of its own that draws them.
/// </summary>
public static class SerializerPage
{
    private static readonly PageFile s_page = new("SerializerPage/");

    /// <summary>Writes the page as UTF-8.</summary>
    /// <param name="tables">The tables by name: environment, noise, cases, entries, serializers, comparison, starts, conclusions, checks, outputs.</param>
    /// <param name="to">Where to.</param>
    public static void Write(IReadOnlyList<(string Name, ResultTable Table)> tables, Stream to) => s_page.Write(Data(tables), to);

    // A row a line, so that two pages can be compared as text.
    private static string Data(IReadOnlyList<(string Name, ResultTable Table)> tables)
    {
        StringBuilder text = new("[");
        for (int i = 0; i < tables.Count; i++)
        {
            (string name, ResultTable table) = tables[i];
            text.Append(i == 0 ? "\n" : ",\n").Append("{\"name\":").Append(PageFile.Json(writer => writer.WriteStringValue(name)));
            text.Append(",\"columns\":").Append(PageFile.Json(writer => WriteAll(writer, table.Columns, static (to, column) => to.WriteStringValue(column.Name)))).Append(",\"rows\":[");
            for (int row = 0; row < table.Rows.Count; row++)
                text.Append(row == 0 ? "\n" : ",\n").Append(PageFile.Json(writer => WriteAll(writer, table.Rows[row], WriteCell)));
            text.Append("\n]}");
        }

        return text.Append("\n]").ToString();
    }

    private static void WriteAll<T>(Utf8JsonWriter to, IEnumerable<T> values, Action<Utf8JsonWriter, T> write)
    {
        to.WriteStartArray();
        foreach (T value in values)
            write(to, value);
        to.WriteEndArray();
    }

    private static void WriteCell(Utf8JsonWriter to, Cell cell)
    {
        switch (cell.Kind)
        {
            case CellKind.Integer:
                to.WriteNumberValue(cell.Integer);
                break;
            case CellKind.Real when double.IsFinite(cell.Number):
                to.WriteNumberValue(cell.Number);
                break;
            case CellKind.Boolean:
                to.WriteBooleanValue(cell.Boolean);
                break;
            case CellKind.Text:
                to.WriteStringValue(cell.Text);
                break;
            default:
                to.WriteNullValue();
                break;
        }
    }
}
