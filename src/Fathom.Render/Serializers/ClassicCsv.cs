using System.Globalization;
using Fathom.Model.Results;

namespace Fathom.Render.Serializers;

/// <summary>
/// The combined file of SerializerTests: separated by tabs, names of columns with spaces that are units in quotes, a line feed after each row.
/// </summary>
public static class ClassicCsv
{
    private static readonly string[] s_quoted = ["Time to serialize in s", "Time to deserialize in s", "Size in bytes"];

    /// <summary>Writes the header and the rows.</summary>
    public static void Write(ResultTable table, TextWriter to)
    {
        to.Write(string.Join('\t', table.Columns.Select(static column => s_quoted.Contains(column.Name) ? $"\"{column.Name}\"" : column.Name)));
        to.Write('\n');
        foreach (Cell[] row in table.Rows)
        {
            to.Write(string.Join('\t', row.Select(Field)));
            to.Write('\n');
        }
    }

    // A text cannot hold what parts fields and rows.
    private static string Field(Cell cell) => cell.Kind switch
    {
        CellKind.Real => cell.Number.ToString("0.############", CultureInfo.InvariantCulture),
        CellKind.Text => cell.Text.Replace('\t', ' ').Replace('\n', ' ').Replace('\r', ' '),
        _ => cell.ToString(),
    };
}
