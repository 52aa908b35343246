using System.Text.Json;
using Xunit;

namespace Fathom.EndToEnd.Harness;

/// <summary>A heap answer in JSON.</summary>
internal sealed class HeapJson
{
    private readonly JsonElement _root;

    private HeapJson(JsonElement root) => _root = root;

    /// <summary>Each row as its JSON text, in order.</summary>
    public IReadOnlyList<string> Rows => [.. _root.GetProperty("rows").EnumerateArray().Select(row => row.GetRawText())];

    /// <summary>Asks the tool, which must answer whole.</summary>
    public static async Task<HeapJson> AskAsync(params string[] args)
    {
        ToolRun run = await FathomTool.RunAsync([.. args, "--format", "json"]);
        Assert.True(run.ExitCode == 0, run.ToString());
        return Of(run);
    }

    public static HeapJson Of(ToolRun run)
    {
        using JsonDocument json = JsonDocument.Parse(run.Out);
        return new HeapJson(json.RootElement.Clone());
    }

    /// <summary>The one row of a type.</summary>
    public JsonElement Row(string type) => Assert.Single(RowsOf(type));

    /// <summary>All rows of a type: one for each assembly or load context.</summary>
    public JsonElement[] RowsOf(string type) => [.. _root.GetProperty("rows").EnumerateArray().Where(row => row.GetProperty("type").GetString() == type)];

    /// <summary>The totals row of a kind.</summary>
    public JsonElement Total(string kind) => Assert.Single(_root.GetProperty("totals").EnumerateArray(), row => row.GetProperty("kind").GetString() == kind);

    public bool Has(string type) => RowsOf(type).Length > 0;
}
