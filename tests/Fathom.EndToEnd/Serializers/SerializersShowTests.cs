using System.Text.Json;
using Fathom.EndToEnd.Harness;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Serializers;

/// <summary>What serializers write, and the user's own data, with programs that are built when they are not built yet.</summary>
public sealed class SerializersShowTests : IDisposable
{
    private static readonly TimeSpan s_timeout = TimeSpan.FromMinutes(4);

    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    [Trait("Category", "Slow")]
    public async Task Each_output_is_shown_as_text_or_hexadecimal_with_its_size_and_kept()
    {
        string recording = _folder.File("s.fathom");
        ToolRun result = await FathomTool.RunAsync(
            ["serializers", "show", "--case", "region", "-n", "1", "--serializer", "System.Text.Json,DataContractSerializer (binary)", "--save", recording, "--columns", "+hex", "--format", "json"],
            environment: null,
            timeout: s_timeout);

        Assert.Equal(0, result.ExitCode);
        using JsonDocument answer = JsonDocument.Parse(result.Out);
        JsonElement[] rows = [.. answer.RootElement.GetProperty("rows").EnumerateArray()];
        JsonElement json = rows.Single(static row => row.GetProperty("serializer").GetString() == "System.Text.Json");
        string text = json.GetProperty("output").GetString()!;
        Assert.StartsWith("{\"Id\":1,\"RegionDescription\":", text, StringComparison.Ordinal);
        Assert.Equal(json.GetProperty("size_bytes").GetInt64(), System.Text.Encoding.UTF8.GetByteCount(text));
        Assert.False(json.GetProperty("hex").GetBoolean());
        Assert.Equal("ok", json.GetProperty("outcome").GetString());

        ToolRun again = await FathomTool.RunAsync(["serializers", "show", recording, "--columns", "+hex", "--format", "json"], environment: null, timeout: s_timeout);

        using JsonDocument saved = JsonDocument.Parse(again.Out);
        Assert.Equal(answer.RootElement.GetProperty("rows").GetRawText(), saved.RootElement.GetProperty("rows").GetRawText());
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task Classes_for_a_document_are_made_and_measured()
    {
        string sample = _folder.File("order.json");
        await File.WriteAllTextAsync(sample, """{ "user_name": "x", "lines": [{ "sku": 1 }, { "sku": 2, "gift": true }], "by_id": { "1": 2, "2": 3 } }""", TestContext.Current.CancellationToken);

        ToolRun result = await FathomTool.RunAsync(
            ["serializers", "--from-json", sample, "--serializer", "System.Text.Json,XmlSerializer", "--quick", "--page", _folder.File("page.html"), "--columns", "+detail", "--format", "json"],
            environment: null,
            timeout: s_timeout);

        Assert.Equal(0, result.ExitCode);
        using JsonDocument answer = JsonDocument.Parse(result.Out);
        JsonElement[] rows = [.. answer.RootElement.GetProperty("rows").EnumerateArray()];
        Assert.Equal("ok", rows.Single(static row => row.GetProperty("serializer").GetString() == "System.Text.Json").GetProperty("outcome").GetString());
        JsonElement xml = rows.Single(static row => row.GetProperty("serializer").GetString() == "XmlSerializer");
        Assert.NotEqual("ok", xml.GetProperty("outcome").GetString());
        Assert.StartsWith("needs a list of pairs in place of the dictionary Order.ById: ", xml.GetProperty("detail").GetString(), StringComparison.Ordinal);
        string notes = answer.RootElement.GetProperty("notes").GetRawText().Replace("\\u0027", "'", StringComparison.Ordinal);
        Assert.Contains("classes inferred, from 'order.json'", notes, StringComparison.Ordinal);
        Assert.Contains("by_id is a dictionary, as its names all start with a digit", notes, StringComparison.Ordinal);
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task What_a_serializer_needs_of_an_own_type_is_said_with_its_own_words()
    {
        string sample = _folder.File("own.json");
        await File.WriteAllTextAsync(sample, "{}", TestContext.Current.CancellationToken);

        ToolRun result = await FathomTool.RunAsync(
            [
                "serializers", "show", "--own-type", $"{typeof(SerializersShowTests).Assembly.Location}!OwnSample", "--json", sample, "--serializer",
                "BinaryFormatter", "--columns", "+detail", "--format", "json",
            ],
            environment: null, timeout: s_timeout);

        Assert.Equal(0, result.ExitCode);
        using JsonDocument answer = JsonDocument.Parse(result.Out);
        JsonElement row = Assert.Single(answer.RootElement.GetProperty("rows").EnumerateArray());
        Assert.Equal("failed", row.GetProperty("outcome").GetString());
        Assert.StartsWith("needs [Serializable] on OwnSample: Type '", row.GetProperty("detail").GetString(), StringComparison.Ordinal);
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task An_own_type_that_cannot_be_made_is_met_with_the_reason_and_what_to_do()
    {
        string assembly = typeof(SerializersShowTests).Assembly.Location;
        string sample = _folder.File("own.json");
        await File.WriteAllTextAsync(sample, """{ "Items": [1] }""", TestContext.Current.CancellationToken);

        ToolRun wrong = await FathomTool.RunAsync(
            ["serializers", "show", "--own-type", $"{assembly}!OwnSampel", "--json", sample, "--serializer", "System.Text.Json"], environment: null, timeout: s_timeout);
        ToolRun member = await FathomTool.RunAsync(
            ["serializers", "show", "--own-type", $"{assembly}!OwnSample", "--json", sample, "--serializer", "System.Text.Json"], environment: null, timeout: s_timeout);

        Assert.Equal((2, 2), (wrong.ExitCode, member.ExitCode));
        Assert.Contains("did you mean Fathom.EndToEnd.Serializers.OwnSample?", wrong.Error, StringComparison.Ordinal);
        Assert.Contains("interface member Items[0] of type IDisposable cannot be made from JSON", member.Error, StringComparison.Ordinal);
        Assert.Contains("next: declare it as a class that can be constructed", member.Error, StringComparison.Ordinal);
    }
}
