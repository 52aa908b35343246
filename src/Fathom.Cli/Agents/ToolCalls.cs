using System.Text.Json;
using Fathom.Cli.Frame;

namespace Fathom.Cli.Agents;

/// <summary>Answers calls of tools, whatever protocol they come by.</summary>
/// <param name="tools">The tools.</param>
internal sealed class ToolCalls(AgentTools tools)
{
    /// <summary>The tool that explains the others.</summary>
    public const string Guide = "guide";

    private const int Partial = 1;
    private readonly ToolPages _pages = new();

    /// <summary>The arguments of <see cref="Guide"/>.</summary>
    public static JsonElement GuideSchema { get; } = JsonDocument.Parse(
        """
        {"type":"object","properties":{"tool":{"type":"string","description":"Name of a tool."}},
        "required":["tool"],"additionalProperties":false}
        """).RootElement;

    /// <summary>Answers a call.</summary>
    /// <param name="name">The tool.</param>
    /// <param name="given">Its arguments.</param>
    /// <param name="stop">Ends it.</param>
    /// <returns>The answer, and whether it is an error: then it says what to do, and has the schema.</returns>
    public async Task<(string Text, bool IsError)> AnswerAsync(
        string name, IReadOnlyDictionary<string, JsonElement> given, CancellationToken stop)
    {
        if (name == Guide)
            return await ExplainAsync(given, stop);
        if (tools.Find(name) is not { } tool)
            return ($"There is no tool '{name}'. Tools: {string.Join(", ", tools.All.Select(static one => one.Name))}, {Guide}.", true);
        try
        {
            int limit = ToolWords.Limit(given);
            if (given.TryGetValue(ToolSchema.Cursor, out JsonElement cursor) && cursor.ValueKind == JsonValueKind.String)
                return (_pages.Next(cursor.GetString()!, limit), false);
            string[] words = ToolWords.Of(tool, given);
            ToolRun run = await ToolRun.OfAsync(words, stop);
            if (run.Out.StartsWith("{\"schema\"", StringComparison.Ordinal))
                return (_pages.First(run.Out, run.ExitCode == Partial, limit), false);
            return run.ExitCode is 0 or Partial
                ? (run.Out + run.Error, false)
                : (Failure($"{run.Error.TrimEnd()}\n(the command was: {CommandText.Join(["fathom", .. words])})", tool), true);
        }
        catch (FathomException refusal)
        {
            return (Failure($"{refusal.Message}{(refusal.NextStep is { } next ? $" Next: {next}." : "")}", tool), true);
        }
    }

    private async Task<(string Text, bool IsError)> ExplainAsync(IReadOnlyDictionary<string, JsonElement> given, CancellationToken stop)
    {
        bool isNamed = given.Count == 1 && given.TryGetValue("tool", out JsonElement name) && name.ValueKind == JsonValueKind.String;
        if (!isNamed || tools.Find(given["tool"].GetString()!) is not { } tool)
        {
            string names = string.Join(", ", tools.All.Select(static one => one.Name));
            return ($"'{Guide}' needs 'tool', the name of a tool: {names}.\nSchema: {GuideSchema.GetRawText()}", true);
        }

        ToolRun help = await ToolRun.OfAsync([.. tool.Words, "--help", "all"], stop);
        return ($"Arguments of the tool are the arguments and options of this command, without dashes.\n\n{help.Out}", help.ExitCode != 0);
    }

    private static string Failure(string text, AgentTool tool) => $"{text}\nSchema of '{tool.Name}': {tool.Schema.GetRawText()}";
}
