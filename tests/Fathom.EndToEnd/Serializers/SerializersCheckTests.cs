using System.Text.Json;
using Fathom.EndToEnd.Harness;
using Xunit;

namespace Fathom.EndToEnd.Serializers;

/// <summary><c>fathom serializers --checks</c> and the views of checks, where the outcomes are known.</summary>
/// <param name="recording">What was checked.</param>
public sealed class SerializersCheckTests(CheckedRecording recording) : IClassFixture<CheckedRecording>
{
    private const string Json = "System.Text.Json";
    private const string References = "System.Text.Json (references)";
    private const string Binary = "BinaryFormatter";
    private const string Seeded = "(seeded) A";

    [Fact]
    public async Task The_matrix_tells_what_does_not_come_back_as_it_was()
    {
        Dictionary<(string, string), JsonElement> rows = await ChecksAsync("matrix", "--all");

        Assert.Equal("refused", Outcome(rows, Json, "cycle"));
        Assert.Equal("ok", Outcome(rows, References, "cycle"));
        Assert.Equal("ok", Outcome(rows, Binary, "cycle"));
        Assert.Equal("ok", Outcome(rows, Json, "date-local"));
        Assert.Equal("changed", Outcome(rows, Json, "lone-surrogate"));
        Assert.Equal("refused", Outcome(rows, Json, "nan"));
        Assert.Equal("ok", Outcome(rows, Binary, "nan"));
        // What takes one class only is asked all the same, and every serializer has every answer.
        Assert.All(rows.Where(static row => row.Key.Item1 == Seeded), static row => Assert.Equal("refused", row.Value.GetProperty("outcome").GetString()));
        Assert.Single(rows.Keys.GroupBy(static key => key.Item1).Select(static group => group.Count()).Distinct());
    }

    [Fact]
    public async Task A_formatter_with_type_names_runs_what_the_data_names_and_json_does_not()
    {
        Dictionary<(string, string), JsonElement> rows = await ChecksAsync("hostile");

        Assert.Equal("unsafe", Outcome(rows, Binary, "type-injection"));
        Assert.NotEqual("unsafe", Outcome(rows, Json, "type-injection"));
        Assert.Equal("clean error", Outcome(rows, Json, "truncation"));
        JsonElement truncation = rows[(Json, "truncation")];
        Assert.True(truncation.GetProperty("peak_bytes").GetInt64() > 0);
        Assert.True(truncation.GetProperty("peak_per_input").GetDouble() > 0);
        Assert.True(truncation.GetProperty("resident_bytes").GetInt64() >= 0);
        Assert.All(
            rows.Where(static row => row.Key.Item1 == Seeded && row.Key.Item2 is "deep-nesting" or "doubled-members"),
            static row => Assert.Equal("refused", row.Value.GetProperty("outcome").GetString()));
    }

    [Fact]
    public async Task Versions_of_a_type_meet_each_other()
    {
        Dictionary<(string, string), JsonElement> rows = await ChecksAsync("versions", "--all");

        Assert.Equal("ok", Outcome(rows, Json, "add: v1 to v2"));
        Assert.Equal("lost", Outcome(rows, Json, "rename: v1 to v2"));
        Assert.Equal("silent corruption", Outcome(rows, Json, "enum-insert: v1 to v2"));
        Assert.Equal("ok", Outcome(rows, References, "add: v1 to v2"));
    }

    [Fact]
    public async Task The_page_has_the_matrix()
    {
        string page = await File.ReadAllTextAsync(recording.Page, TestContext.Current.CancellationToken);

        foreach (string name in (string[])["type-injection", "lone-surrogate", "enum-insert: v1 to v2"])
            Assert.Contains($"\"{name}\"", page, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_check_is_made_now_where_there_is_no_recording()
    {
        ToolRun result = await FathomTool.RunAsync(
            ["serializers", "streaming", "--megabytes", "1", "--serializer", Json, "--format", "json"], environment: null, timeout: TimeSpan.FromMinutes(4));

        Assert.Equal("", result.ExitCode == 0 ? "" : result.Error);
        using JsonDocument answer = JsonDocument.Parse(result.Out);
        JsonElement row = Assert.Single(answer.RootElement.GetProperty("rows").EnumerateArray());
        Assert.Equal("streams", row.GetProperty("outcome").GetString());
        Assert.True(row.GetProperty("loh_bytes").GetInt64() >= 0);
    }

    private static string Outcome(Dictionary<(string, string), JsonElement> rows, string serializer, string name) => rows[(serializer, name)].GetProperty("outcome").GetString()!;

    private async Task<Dictionary<(string, string), JsonElement>> ChecksAsync(string view, params string[] more)
    {
        ToolRun result = await FathomTool.RunAsync(["serializers", view, recording.Path, "--format", "json", .. more]);
        Assert.Equal("", result.ExitCode == 0 ? "" : result.Error);
        using JsonDocument answer = JsonDocument.Parse(result.Out);
        return answer.RootElement.GetProperty("rows").EnumerateArray()
            .Where(static row => !row.TryGetProperty("types", out JsonElement types) || types.GetString() != "plain")
            .ToDictionary(static row => (row.GetProperty("serializer").GetString()!, row.GetProperty("name").GetString()!), static row => row.Clone());
    }
}
