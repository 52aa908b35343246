using System.CommandLine;
using System.Text.Json;
using Fathom.Cli.Options;
using Fathom.Cli.Verbs;

namespace Fathom.Cli.Agents;

/// <summary>The arguments of a tool as JSON Schema, of the arguments and options that a verb declares.</summary>
internal static class ToolSchema
{
    /// <summary>Rows of a page where none is asked for.</summary>
    public const int UsualLimit = 20;

    /// <summary>The most rows of a page.</summary>
    public const int MostLimit = 200;

    /// <summary>The argument with the number of rows of a page.</summary>
    public const string Limit = "limit";

    /// <summary>The argument with where the next page begins.</summary>
    public const string Cursor = "cursor";

    private const string Program = "program";
    private const string Recorder = "record";

    // What the server decides itself, what only people need, and what loads code or lets others read files.
    private static readonly HashSet<string> s_own =
    [
        "--format", "--output", "--force", "--top", "--fail-if", "--strict", "--help", "--quiet", "--verbose", "--no-color",
        "--readable-by", "--dac", "--unit", "--rename", "--symbol-path", "--files", "--max-memory", "--layout",
    ];

    // A flight recorder runs longer than any call.
    private static readonly HashSet<string> s_ofRing = ["--ring", "--when", "--lasting", "--every", "--count", "--per-hour"];

    private static readonly HashSet<string> s_writing = ["--save", "--label", "--apply", "--again"];

    /// <summary>The schema.</summary>
    /// <param name="command">The verb or view.</param>
    /// <param name="mayWrite">Whether files may be written.</param>
    public static JsonElement Of(FathomCommand command, bool mayWrite)
    {
        using MemoryStream bytes = new();
        using (Utf8JsonWriter json = new(bytes))
        {
            json.WriteStartObject();
            json.WriteString("type", "object");
            json.WriteStartObject("properties");
            foreach (Argument argument in ArgumentsOf(command))
                Property(json, argument.Name, argument.Description, argument.Arity);
            foreach (Option option in OptionsOf(command, mayWrite))
            {
                string value = option.HelpName is { } name ? $" ({name})" : "";
                Property(json, NameOf(option), option.Description + value, option is Switch ? ArgumentArity.Zero : option.Arity);
            }

            json.WriteStartObject(Limit);
            json.WriteString("type", "integer");
            json.WriteString("description", "Rows of this answer at most; 20 by default.");
            json.WriteNumber("minimum", 1);
            json.WriteNumber("maximum", MostLimit);
            json.WriteEndObject();
            json.WriteStartObject(Cursor);
            json.WriteString("type", "string");
            json.WriteString("description", "next_cursor of an answer: its next rows, without asking again. Give nothing else with it.");
            json.WriteEndObject();
            json.WriteEndObject();
            json.WriteBoolean("additionalProperties", false);
            json.WriteEndObject();
        }

        return JsonDocument.Parse(bytes.ToArray()).RootElement;
    }

    /// <summary>The arguments that a caller may give. No tool starts a program that the caller names.</summary>
    /// <param name="command">The verb or view.</param>
    public static IEnumerable<Argument> ArgumentsOf(FathomCommand command) =>
        command.Arguments.Where(static argument => argument.Name != Program);

    /// <summary>The options that a caller may give.</summary>
    /// <param name="command">The verb or view.</param>
    /// <param name="mayWrite">Whether files may be written.</param>
    public static IEnumerable<Option> OptionsOf(FathomCommand command, bool mayWrite) =>
        command.Options.Where(option => !s_own.Contains(option.Name) && (mayWrite || !s_writing.Contains(option.Name))
            && !(command.Name == Recorder && s_ofRing.Contains(option.Name)));

    /// <summary>The name of an option as an argument: without dashes before it.</summary>
    public static string NameOf(Option option) => option.Name.TrimStart('-');

    private static void Property(Utf8JsonWriter json, string name, string? description, ArgumentArity arity)
    {
        json.WriteStartObject(name);
        if (arity.MaximumNumberOfValues > 1)
        {
            json.WriteString("type", "array");
            json.WriteStartObject("items");
            json.WriteString("type", "string");
            json.WriteEndObject();
        }
        else
        {
            json.WriteString("type", arity.MaximumNumberOfValues == 0 ? "boolean" : "string");
        }

        if (description is not null)
            json.WriteString("description", description);
        json.WriteEndObject();
    }
}
