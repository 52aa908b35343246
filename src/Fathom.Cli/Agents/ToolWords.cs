using System.CommandLine;
using System.Globalization;
using System.Text.Json;
using Fathom.Cli.Options;

namespace Fathom.Cli.Agents;

/// <summary>The command line that the arguments of a call mean.</summary>
internal static class ToolWords
{
    private const string Duration = "--duration";
    private static readonly TimeSpan s_longest = TimeSpan.FromSeconds(60);

    /// <summary>The words behind <c>fathom</c>.</summary>
    /// <param name="tool">The tool.</param>
    /// <param name="given">What was given.</param>
    /// <exception cref="FathomException">A name or a type is none of the schema, or a value is not allowed.</exception>
    public static string[] Of(AgentTool tool, IReadOnlyDictionary<string, JsonElement> given)
    {
        Dictionary<string, Option> options = ToolSchema.OptionsOf(tool.Command, tool.MayWrite).ToDictionary(ToolSchema.NameOf);
        List<string> words = [.. tool.Words], behind = [];
        foreach ((string name, JsonElement value) in given)
        {
            if (name is ToolSchema.Limit or ToolSchema.Cursor || value.ValueKind == JsonValueKind.Null)
                continue;
            if (options.TryGetValue(name, out Option? option))
                words.AddRange(OfOption(option, value));
            else if (!ToolSchema.ArgumentsOf(tool.Command).Any(argument => argument.Name == name))
                throw FathomException.Usage($"Tool '{tool.Name}' has no argument '{name}'.", "give the arguments of its schema only");
        }

        // In the order of the declaration; a text with a dash before it is none of an option.
        foreach (Argument argument in ToolSchema.ArgumentsOf(tool.Command))
        {
            if (!given.TryGetValue(argument.Name, out JsonElement value) || value.ValueKind == JsonValueKind.Null)
                continue;
            foreach (string text in Texts(argument.Name, value, argument.Arity.MaximumNumberOfValues > 1))
            {
                behind.Add(text.StartsWith('-')
                    ? throw FathomException.Usage(
                        $"'{text}' in '{argument.Name}' begins with a dash.", "options have arguments of their own")
                    : text);
            }
        }

        bool hasFormat = tool.Command.Options.Any(static option => option.Name == "--format");
        return [.. words, .. behind, .. hasFormat ? (string[])["--format", "json"] : []];
    }

    /// <summary>How many rows are asked for.</summary>
    /// <exception cref="FathomException">It is no number of the schema.</exception>
    public static int Limit(IReadOnlyDictionary<string, JsonElement> given)
    {
        if (!given.TryGetValue(ToolSchema.Limit, out JsonElement value))
            return ToolSchema.UsualLimit;
        return value.ValueKind == JsonValueKind.Number && value.TryGetInt32(out int limit) && limit is >= 1 and <= ToolSchema.MostLimit
            ? limit
            : throw FathomException.Usage(
                string.Create(CultureInfo.InvariantCulture, $"'{ToolSchema.Limit}' is a number from 1 to {ToolSchema.MostLimit}."),
                "leave it out for 20");
    }

    private static string[] OfOption(Option option, JsonElement value)
    {
        if (option is Switch)
        {
            return value.ValueKind switch
            {
                JsonValueKind.True => [option.Name],
                JsonValueKind.False => [],
                _ => throw Wrong(ToolSchema.NameOf(option), "true or false"),
            };
        }

        string[] texts = [.. Texts(ToolSchema.NameOf(option), value, option.Arity.MaximumNumberOfValues > 1)];
        if (option.Name == Duration && texts is [var time] && TimeText.Nanoseconds(Duration, time) > (decimal)s_longest.TotalNanoseconds)
        {
            throw FathomException.Usage(
                $"'duration' is at most {s_longest.TotalSeconds:0} s here.", "record longer in a shell: fathom record");
        }

        // One word for both, so that no value is taken for an option.
        return [.. texts.Select(text => $"{option.Name}={text}")];
    }

    private static IEnumerable<string> Texts(string name, JsonElement value, bool isList) => value.ValueKind switch
    {
        JsonValueKind.String => [value.GetString()!],
        // A number is what a pid is.
        JsonValueKind.Number => [value.GetRawText()],
        JsonValueKind.Array when isList && value.EnumerateArray().All(static one => one.ValueKind == JsonValueKind.String) =>
            value.EnumerateArray().Select(static one => one.GetString()!),
        _ => throw Wrong(name, isList ? "a list of texts" : "a text"),
    };

    private static FathomException Wrong(string name, string type) =>
        FathomException.Usage($"'{name}' is {type}.", "see the schema of the tool");
}
