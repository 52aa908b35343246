using System.Text.Json;
using Fathom.EndToEnd.Harness;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Serializers;

/// <summary>The adapters of further libraries: each brings cases back whole in every lane that it has, and has an answer to every check.</summary>
public sealed class SerializersAddedAdaptersTests : IDisposable
{
    private const string Names =
        "Google.FlatBuffers,Hyperion*,System.Text.Json (package),Nerdbank.MessagePack*,MongoDB BSON,Orleans.Serialization";

    private static readonly string[] s_all =
    [
        "Google.FlatBuffers", "Hyperion", "Hyperion (references, versions)", "MongoDB BSON", "Nerdbank.MessagePack", "Nerdbank.MessagePack (references)",
        "Orleans.Serialization", "System.Text.Json (package)",
    ];

    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    // FlatBuffers has tables for these; the others take every case that is a tree.
    [Fact]
    [Trait("Category", "Long")]
    public async Task Cases_come_back_whole_in_every_lane()
    {
        JsonElement[] rows = await RowsAsync(
            "--quick", "--case", "bookshelf,region,telemetry,log,mesh,vectors,polyline,login", "-n", "7", "--payload", "9", "--lane", "stream,byte[],buffer,text,native",
            "--launches", "1", "--samples", "1", "--columns", "+verified,+lane,+role");

        Assert.Equal(s_all, rows.Select(static row => row.GetProperty("serializer").GetString()!).Distinct().Order(StringComparer.Ordinal));
        Assert.All(rows, static row => Assert.True(row.GetProperty("verified").GetBoolean(), row.ToString()));
        string[] native = [.. rows.Where(static row => row.GetProperty("lane").GetString() == "native").Select(static row => row.GetProperty("serializer").GetString()!).Distinct()];
        Assert.Equal(["Google.FlatBuffers"], native);
    }

    [Theory]
    [Trait("Category", "Long")]
    [InlineData("matrix", "--all")]
    [InlineData("versions", "--all")]
    [InlineData("hostile")]
    [InlineData("streaming", "--megabytes", "1")]
    public async Task Each_has_an_answer_to_every_check(string view, params string[] more)
    {
        JsonElement[] rows = await RowsAsync([view, .. more]);

        ILookup<string, JsonElement> each = rows.ToLookup(static row => row.GetProperty("serializer").GetString()!);
        Assert.Equal(s_all, each.Select(static group => group.Key).Order(StringComparer.Ordinal));
        // Some are asked with and without attributes on the types.
        Assert.Single(each.Select(static group => string.Join('|', group.Select(Name).Distinct().Order(StringComparer.Ordinal))).Distinct());
        static string Name(JsonElement row) => row.GetProperty("name").GetString()!;
        string Outcome(string serializer, string name) => each[serializer]
            .First(row => Name(row) == name && (!row.TryGetProperty("types", out JsonElement types) || types.GetString() == "annotated"))
            .GetProperty("outcome").GetString()!;
        if (view == "matrix")
        {
            // What their authors say that they can do, and what no tree can.
            Assert.Equal(("ok", "ok"), (Outcome("Hyperion (references, versions)", "cycle"), Outcome("Nerdbank.MessagePack (references)", "cycle")));
            Assert.Equal(("ok", "changed"), (Outcome("Orleans.Serialization", "shared-reference"), Outcome("MongoDB BSON", "shared-reference")));
            Assert.Equal(("refused", "ok"), (Outcome("System.Text.Json (package)", "nan"), Outcome("System.Text.Json (package)", "date-local")));
            Assert.Equal("refused", Outcome("Google.FlatBuffers", "guid"));
        }
    }

    private async Task<JsonElement[]> RowsAsync(params string[] words)
    {
        ToolRun result = await FathomTool.RunAsync(
            ["serializers", .. words, "--serializer", Names, "--format", "json"], environment: null, timeout: TimeSpan.FromMinutes(9), folder: _folder.Path);
        Assert.Equal("", result.ExitCode == 0 ? "" : result.Error);
        using JsonDocument answer = JsonDocument.Parse(result.Out);
        return [.. answer.RootElement.GetProperty("rows").EnumerateArray().Select(static row => row.Clone())];
    }
}
