using System.Text.Json;
using Fathom.EndToEnd.Harness;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Serializers;

/// <summary><c>fathom serializers --profile</c> on programs that spend their time on what is known.</summary>
public sealed class SerializersProfileTests : IDisposable
{
    private static readonly TimeSpan s_patience = TimeSpan.FromMinutes(4);

    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    [Trait("Category", "Long")]
    public async Task The_parts_are_those_that_the_programs_are_made_of()
    {
        string recording = _folder.File("p.fathom");
        string[] shown = ["--format", "json", "--columns", "+counted_ns,+watched_ns,+lost_events,+jitted_methods"];

        ToolRun result = await FathomTool.RunAsync(
            ["serializers", "--profile", "--quick", "--serializer", "(seeded) co*", "--case", "bookshelf", "-n", "20", "--save", recording, .. shown],
            FathomTool.Seeded,
            timeout: s_patience,
            folder: _folder.Path);

        Assert.Equal("", result.ExitCode == 0 ? "" : result.Error);
        using JsonDocument answer = JsonDocument.Parse(result.Out);
        JsonElement[] rows = [.. answer.RootElement.GetProperty("rows").EnumerateArray()];
        var operations = rows.GroupBy(static row => (Serializer: row.GetProperty("serializer").GetString()!, Operation: row.GetProperty("operation").GetString()!)).ToArray();
        Assert.Equal(6, operations.Length);
        foreach (var operation in operations)
        {
            Assert.Equal(100, operation.Sum(static row => row.GetProperty("share_percent").GetDouble()), 0.01);
            Assert.All(operation, static row => Assert.Equal(0, row.GetProperty("lost_events").GetInt64()));
            Dictionary<string, JsonElement> parts = operation.ToDictionary(static row => row.GetProperty("part").GetString()!);
            Check(operation.Key.Serializer, parts);
        }

        // A profile makes no page, and is shown again as it was.
        Assert.False(File.Exists(_folder.File("serializers.html")));
        ToolRun again = await FathomTool.RunAsync(["serializers", recording, "--profile", .. shown], environment: null, timeout: s_patience);
        using JsonDocument saved = JsonDocument.Parse(again.Out);
        Assert.Equal(answer.RootElement.GetProperty("rows").GetRawText(), saved.RootElement.GetProperty("rows").GetRawText());

        ToolRun methods = await FathomTool.RunAsync(["serializers", recording, "--profile", "--methods", "--format", "json"], environment: null, timeout: s_patience);
        using JsonDocument named = JsonDocument.Parse(methods.Out);
        Assert.Contains(
            named.RootElement.GetProperty("rows").EnumerateArray(),
            static row =>
                row.GetProperty("method").GetString() == "Fathom.Serializers.Seeded.KnownShare.Calculate" && row.GetProperty("part").GetString() == "serializer"
                    && row.GetProperty("total_percent").GetDouble() > 15);

        ToolRun resumed = await FathomTool.RunAsync(["serializers", "--resume", recording], environment: null, timeout: s_patience);
        Assert.Equal(3, resumed.ExitCode);
        Assert.Contains("holds a profile, which cannot be continued", resumed.Error, StringComparison.Ordinal);
    }

    // By what they are made for: three tenths of the time by the clock, and the runtime's own counters in the same process.
    private static void Check(string serializer, Dictionary<string, JsonElement> parts)
    {
        switch (serializer)
        {
            case "(seeded) copies":
                // On a busy machine the parts of half a second are drawn out at random.
                Assert.InRange(Share("copy"), 15, 55);
                Assert.InRange(Share("serializer"), 25, 80);
                break;
            case "(seeded) collects":
                Assert.InRange(Share("gc"), 30, 100);
                Assert.InRange(Share("copy"), 0, 10);
                Assert.InRange(Ns("gc") / Counted("gc"), 0.8, 1.4);
                break;
            default:
                Assert.InRange(Share("jit"), 30, 100);
                Assert.InRange(Ns("jit") / Counted("jit"), 0.8, 1.4);
                Assert.True(parts["jit"].GetProperty("jitted_methods").GetInt64() > 100);
                break;
        }

        double Share(string part) => parts[part].GetProperty("share_percent").GetDouble();

        double Ns(string part) => parts[part].GetProperty("operation_ns").GetDouble();

        double Counted(string part) => parts[part].GetProperty("counted_ns").GetDouble();
    }
}
