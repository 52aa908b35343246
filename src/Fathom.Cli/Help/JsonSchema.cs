using System.Text;
using System.Text.Json;
using Fathom.Cli.Frame;
using Fathom.Cli.Verbs;
using Fathom.Model.Results;
using Fathom.Query.Info;
using Fathom.Query.Questions;
using Fathom.Render.Formats;

namespace Fathom.Cli.Help;

/// <summary>
/// The JSON Schema (draft 2020-12) of what a verb answers with <c>--format json</c>, made of its declared columns. Options may add columns and <c>--columns</c> leave some out, so rows may have
/// others and need none; of those that are named the type is told.
/// </summary>
internal static class JsonSchema
{
    /// <summary>The schema of a verb or view; its options must have <c>--format</c>.</summary>
    /// <param name="verb">The verb.</param>
    /// <param name="command">The verb, or the view of it that is meant.</param>
    /// <param name="path">Its words: "heap diff".</param>
    /// <param name="context">The run, for the columns of the answer.</param>
    public static string Of(FathomCommand verb, FathomCommand command, string path, CommandContext context)
    {
        ResultShape? shape = ExampleShape.Of(verb, command, context);
        using MemoryStream bytes = new();
        using (Utf8JsonWriter json = new(bytes, new JsonWriterOptions { Indented = true, NewLine = "\n" }))
        {
            json.WriteStartObject();
            json.WriteString("$schema", "https://json-schema.org/draft/2020-12/schema");
            json.WriteString("title", $"fathom {path} --format json");
            json.WriteString("type", "object");
            json.WriteStartArray("required");
            foreach (string name in (string[])["schema", "fathom", "command", "subjects", "about", "rows", "totals", "losses", "notes"])
                json.WriteStringValue(name);
            json.WriteEndArray();
            json.WriteStartObject("properties");
            Constant(json, "schema", JsonRenderer.SchemaVersion);
            Text(json, "fathom", "Version of fathom that answered.");
            json.WriteStartObject("command");
            json.WriteString("const", path);
            json.WriteEndObject();
            Texts(json, "subjects", "The subjects of the command, as they were given.");
            Rows(json, "about", "Each recording that was read: of which process, when, and how.", AboutTable.Columns);
            Rows(json, "rows", "The answer, in base units.", shape?.Columns ?? []);
            Rows(json, "totals", "Sums over all rows, before any filter.", shape?.TotalsColumns ?? []);
            Rows(json, "losses", "What could not be read.", NamedQuery.Of("recording/losses").Shape.Columns);
            Texts(json, "notes", "What a reader must know to trust the numbers.");
            json.WriteEndObject();
            json.WriteBoolean("additionalProperties", false);
            json.WriteEndObject();
        }

        return Encoding.UTF8.GetString(bytes.ToArray()) + "\n";
    }

    private static void Constant(Utf8JsonWriter json, string name, int value)
    {
        json.WriteStartObject(name);
        json.WriteNumber("const", value);
        json.WriteEndObject();
    }

    private static void Text(Utf8JsonWriter json, string name, string description)
    {
        json.WriteStartObject(name);
        json.WriteString("type", "string");
        json.WriteString("description", description);
        json.WriteEndObject();
    }

    private static void Texts(Utf8JsonWriter json, string name, string description)
    {
        json.WriteStartObject(name);
        json.WriteString("type", "array");
        json.WriteString("description", description);
        json.WriteStartObject("items");
        json.WriteString("type", "string");
        json.WriteEndObject();
        json.WriteEndObject();
    }

    private static void Rows(Utf8JsonWriter json, string name, string description, IReadOnlyList<ResultColumn> columns)
    {
        json.WriteStartObject(name);
        json.WriteString("type", "array");
        json.WriteString("description", description);
        json.WriteStartObject("items");
        json.WriteString("type", "object");
        json.WriteStartObject("properties");
        foreach (ResultColumn column in columns)
            Column(json, column);
        json.WriteEndObject();
        json.WriteStartObject("additionalProperties");
        Types(json, "string", "number", "boolean", "null");
        json.WriteEndObject();
        json.WriteEndObject();
        json.WriteEndObject();
    }

    // Any value may be absent.
    private static void Column(Utf8JsonWriter json, ResultColumn column)
    {
        json.WriteStartObject(column.Name);
        bool isAddress = column.Unit == ColumnUnit.Address;
        string type = column.Kind switch
        {
            _ when isAddress => "string",
            CellKind.Integer => "integer",
            CellKind.Real => "number",
            CellKind.Boolean => "boolean",
            _ => "string",
        };
        Types(json, type, "null");
        if (isAddress)
            json.WriteString("pattern", "^0x[0-9a-f]+$");
        else if (ColumnText.UnitOf(column) is { } unit)
            json.WriteString("description", $"[{unit}]");
        json.WriteEndObject();
    }

    private static void Types(Utf8JsonWriter json, params ReadOnlySpan<string> types)
    {
        json.WriteStartArray("type");
        foreach (string type in types)
            json.WriteStringValue(type);
        json.WriteEndArray();
    }
}
