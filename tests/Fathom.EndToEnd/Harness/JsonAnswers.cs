using System.Collections.Concurrent;
using System.Text.Json;
using Fathom.TestSupport;
using Json.Schema;
using Xunit;

namespace Fathom.EndToEnd.Harness;

/// <summary>Every answer in JSON that any test gets is compared with the published schema of its verb.</summary>
internal static class JsonAnswers
{
    private const int MostToldErrors = 5;

    private static readonly ConcurrentDictionary<string, JsonSchema> s_schemas = new();

    /// <summary>Fails where an answer does not keep to the schema of its verb.</summary>
    /// <param name="answer">What a verb wrote with <c>--format json</c>.</param>
    public static void Check(string answer)
    {
        using JsonDocument document = JsonDocument.Parse(answer);
        string command = document.RootElement.GetProperty("command").GetString()!;
        EvaluationResults results = s_schemas.GetOrAdd(command, Read).Evaluate(document.RootElement, new EvaluationOptions { OutputFormat = OutputFormat.List });
        if (results.IsValid)
            return;
        IEnumerable<string> errors = results.Details!.Where(static one => one.Errors is { Count: > 0 }).Take(MostToldErrors)
            .Select(static one => $"{one.InstanceLocation}: {string.Join("; ", one.Errors!.Values)}");
        Assert.Fail($"The answer of '{command}' does not keep to docs/json-schema:\n{string.Join('\n', errors)}");
    }

    private static JsonSchema Read(string command) => JsonSchema.FromText(File.ReadAllText(Path.Combine(Repository.Root, "docs", "json-schema", $"{command.Replace(' ', '-')}.json")));
}
