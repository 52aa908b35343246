using System.Security.Cryptography;
using System.Text;
using System.Text.Json;
using Fathom.Model.Results;

namespace Fathom.Render.Serializers;

/// <summary>
/// The comparison of serializers as one HTML file that loads nothing: the tables as JSON, and a script of its own that draws them. A policy in its head lets
/// only that script and that style through, so that not even a name that got out of its text could do anything.
/// </summary>
public static class SerializerPage
{
    private const string Prefix = "SerializerPage/";

    /// <summary>Writes the page as UTF-8.</summary>
    /// <param name="tables">The tables by name: environment, noise, cases, entries, serializers, comparison, starts, checks, outputs.</param>
    /// <param name="to">Where to.</param>
    public static void Write(IReadOnlyList<(string Name, ResultTable Table)> tables, Stream to)
    {
        string style = Read("page.css"), script = Script();
        Dictionary<string, string> parts = new()
        {
            ["style"] = style,
            ["script"] = script,
            ["style-hash"] = Hash(style),
            ["script-hash"] = Hash(script),
            ["data"] = Data(tables),
        };
        to.Write(Encoding.UTF8.GetBytes(Fill(Read("page.html"), parts)));
    }

    // What is put in is not looked at again: data may well hold "{{script}}".
    private static string Fill(string template, Dictionary<string, string> parts)
    {
        StringBuilder page = new();
        string[] pieces = template.Split("{{");
        page.Append(pieces[0]);
        foreach (string piece in pieces.Skip(1))
        {
            int end = piece.IndexOf("}}", StringComparison.Ordinal);
            page.Append(parts[piece[..end]]).Append(piece, end + 2, piece.Length - end - 2);
        }

        return page.ToString();
    }

    // A row a line, so that two pages can be compared as text. The encoder writes <, >, & and everything beyond ASCII as \uXXXX: no name ends the element.
    private static string Data(IReadOnlyList<(string Name, ResultTable Table)> tables)
    {
        StringBuilder text = new("[");
        for (int i = 0; i < tables.Count; i++)
        {
            (string name, ResultTable table) = tables[i];
            text.Append(i == 0 ? "\n" : ",\n").Append("{\"name\":").Append(Json(writer => writer.WriteStringValue(name)));
            text.Append(",\"columns\":").Append(Json(writer => WriteAll(writer, table.Columns, static (to, column) => to.WriteStringValue(column.Name)))).Append(",\"rows\":[");
            for (int row = 0; row < table.Rows.Count; row++)
                text.Append(row == 0 ? "\n" : ",\n").Append(Json(writer => WriteAll(writer, table.Rows[row], WriteCell)));
            text.Append("\n]}");
        }

        return text.Append("\n]").ToString();
    }

    private static string Json(Action<Utf8JsonWriter> write)
    {
        using MemoryStream bytes = new();
        using (Utf8JsonWriter writer = new(bytes))
            write(writer);
        return Encoding.UTF8.GetString(bytes.GetBuffer(), 0, (int)bytes.Length);
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

    private static string Script() => string.Concat(typeof(SerializerPage).Assembly.GetManifestResourceNames()
        .Where(static name => name.StartsWith(Prefix, StringComparison.Ordinal) && name.EndsWith(".js", StringComparison.Ordinal))
        .Order(StringComparer.Ordinal)
        .Select(static name => Read(name[Prefix.Length..])));

    private static string Read(string name)
    {
        using StreamReader reader = new(typeof(SerializerPage).Assembly.GetManifestResourceStream(Prefix + name)!);
        return reader.ReadToEnd();
    }

    private static string Hash(string text) => $"'sha256-{Convert.ToBase64String(SHA256.HashData(Encoding.UTF8.GetBytes(text)))}'";
}
