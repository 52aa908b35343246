using System.Buffers.Text;
using System.Runtime.InteropServices;
using System.Text;
using System.Text.Json;

namespace Fathom.Storage.DuckDb;

/// <summary>
/// Reads the engine's error texts. With <c>errors_as_json</c> they are objects with the class, the message and the position in the query;
/// a class name may stand before the object ("Parser Error: {…}"), and errors of the open call are plain text.
/// </summary>
internal static unsafe class DuckDbError
{
    /// <summary>Makes an exception of the engine's text.</summary>
    public static DuckDbException Parse(byte* text) => Parse(text == null ? "" : Marshal.PtrToStringUTF8((nint)text)!);

    /// <summary>Makes an exception of the engine's text.</summary>
    public static DuckDbException Parse(string text)
    {
        int brace = text.IndexOf("{\"exception_type\"", StringComparison.Ordinal);
        if (brace >= 0 && TryReadObject(Encoding.UTF8.GetBytes(text[brace..])) is { } parsed)
            return parsed;
        int colon = text.IndexOf(" Error: ", StringComparison.Ordinal);
        return colon > 0
            ? new DuckDbException(text[..colon], OneLine(text[(colon + 8)..]), null)
            : new DuckDbException("Unknown", text.Length == 0 ? "the engine failed without a message" : OneLine(text), null);
    }

    private static DuckDbException? TryReadObject(ReadOnlySpan<byte> json)
    {
        string kind = "Unknown", message = "";
        int? position = null;
        try
        {
            Utf8JsonReader reader = new(json);
            reader.Read();
            while (reader.Read() && reader.TokenType == JsonTokenType.PropertyName)
            {
                string? name = reader.GetString();
                reader.Read();
                if (name == "exception_type")
                    kind = reader.GetString()!;
                else if (name == "exception_message")
                    message = reader.GetString()!;
                else if (name == "position" && Utf8Parser.TryParse(reader.ValueSpan, out int offset, out _))
                    position = offset;
            }
        }
        catch (JsonException)
        {
            return null;
        }

        return new DuckDbException(kind, OneLine(message), position);
    }

    // The first line says what is wrong; a "Did you mean" or the candidates help; the rest quotes the query. A missing name that is a path is
    // no misspelt table: the engine's guess then depends on the folder's letters.
    private static string OneLine(string message)
    {
        string[] lines = message.Split('\n', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries);
        if (lines.Length == 0)
            return message.Trim();
        string hint = lines.Skip(1).FirstOrDefault(l => (l.StartsWith("Did you mean", StringComparison.Ordinal) && !lines[0].Contains('/'))
            || l.StartsWith("Candidate bindings", StringComparison.Ordinal)) ?? "";
        // The words of the library that reads Parquet's footers, which mean nothing to anybody else.
        if (lines[0].Contains("TProtocol", StringComparison.Ordinal) || lines[0].Contains("TTransport", StringComparison.Ordinal))
            return "a part is not a complete Parquet file.";
        string sentence = lines[0].TrimEnd('!', '.');
        return hint.Length == 0 ? $"{sentence}." : $"{sentence}. {hint}";
    }
}
