using System.Buffers;
using System.Text.Encodings.Web;
using System.Text.Json;
using Fathom.Model.Results;
using Fathom.Render.Text;

namespace Fathom.Render.Formats;

/// <summary>Writes one result as JSON.</summary>
internal sealed class JsonResultWriter : IDisposable
{
    private const int FlushBytes = 64 * 1024;

    // All parts of a build have one.
    private static readonly string s_version = typeof(JsonResultWriter).Assembly.GetName().Version!.ToString(3);

    private readonly ArrayBufferWriter<byte> _buffer = new(FlushBytes);
    private readonly Utf8JsonWriter _json;
    private readonly Stream _to;

    public JsonResultWriter(Stream to)
    {
        _to = to;
        // The text goes to files and pipes, never into a page, so '<' and '+' stay readable.
        _json = new Utf8JsonWriter(_buffer, new JsonWriterOptions { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping });
    }

    /// <inheritdoc/>
    public void Dispose() => _json.Dispose();

    /// <summary>Writes the result.</summary>
    /// <param name="result">What to write.</param>
    /// <param name="notes">All notes, those about limits included.</param>
    public void Write(CommandResult result, IReadOnlyList<string> notes)
    {
        Raw("{\"schema\":"u8);
        Value(Cell.Of(JsonRenderer.SchemaVersion));
        Raw(",\"fathom\":"u8);
        Value(Cell.Of(s_version));
        Raw(",\"command\":"u8);
        Value(Cell.Of(result.Command));
        Raw(",\"subjects\":"u8);
        Texts(result.Subjects);
        Raw(",\"about\":"u8);
        Rows(result.About);
        Raw(",\"rows\":"u8);
        Rows(result.Rows);
        Raw(",\"totals\":"u8);
        Rows(result.Totals);
        Raw(",\"losses\":"u8);
        Rows(result.Losses);
        Raw(",\"notes\":"u8);
        Texts(notes);
        Raw("}\n"u8);
        Flush();
    }

    private void Rows(ResultTable? table)
    {
        JsonEncodedText[] names = [.. (table?.Columns ?? []).Select(column =>
            JsonEncodedText.Encode(column.Name, JavaScriptEncoder.UnsafeRelaxedJsonEscaping))];
        Raw("["u8);
        bool first = true;
        foreach (Cell[] row in table?.Rows ?? [])
        {
            Raw(first ? "\n"u8 : ",\n"u8);
            first = false;
            _json.WriteStartObject();
            for (int i = 0; i < row.Length; i++)
            {
                _json.WritePropertyName(names[i]);
                Write(row[i], table!.Columns[i].Unit);
            }

            _json.WriteEndObject();
            EndValue();
        }

        Raw(first ? "]"u8 : "\n]"u8);
    }

    private void Texts(IReadOnlyList<string> texts)
    {
        _json.WriteStartArray();
        foreach (string text in texts)
            _json.WriteStringValue(text);
        _json.WriteEndArray();
        EndValue();
    }

    private void Value(Cell cell)
    {
        Write(cell, ColumnUnit.None);
        EndValue();
    }

    private void Write(Cell cell, ColumnUnit unit)
    {
        switch (cell.Kind)
        {
            case CellKind.Integer when unit == ColumnUnit.Address:
                _json.WriteStringValue(ReadableNumber.Address(cell.Integer));
                break;
            case CellKind.Integer:
                _json.WriteNumberValue(cell.Integer);
                break;
            case CellKind.Real when double.IsFinite(cell.Number):
                _json.WriteNumberValue(cell.Number);
                break;
            case CellKind.Boolean:
                _json.WriteBooleanValue(cell.Boolean);
                break;
            case CellKind.Text:
                _json.WriteStringValue(cell.Text);
                break;
            default:
                _json.WriteNullValue();
                break;
        }
    }

    // The writer knows one value at a time; what stands between the values is written beside it.
    private void EndValue()
    {
        _json.Flush();
        _json.Reset();
        if (_buffer.WrittenCount > FlushBytes / 2)
            Flush();
    }

    private void Raw(ReadOnlySpan<byte> text) => _buffer.Write(text);

    private void Flush()
    {
        _to.Write(_buffer.WrittenSpan);
        _buffer.ResetWrittenCount();
    }
}
