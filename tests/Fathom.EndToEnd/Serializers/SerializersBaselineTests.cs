using System.Text.Json;
using Fathom.EndToEnd.Harness;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Serializers;

/// <summary>A measurement compared with a saved one.</summary>
public sealed class SerializersBaselineTests : IDisposable
{
    private static readonly TimeSpan s_patience = TimeSpan.FromMinutes(5);

    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    // The floors are built quickly. How long something takes decides nothing here: one process of each says nothing about times, sizes and data are the same.
    [Fact]
    [Trait("Category", "Long")]
    public async Task What_is_measured_again_is_compared_and_one_process_breaks_no_limit()
    {
        string old = _folder.File("old.fathom"), now = _folder.File("new.fathom");
        string[] measure = ["serializers", "--quick", "--serializer", "(copy),(allocate only)", "--case", "bookshelf", "-n", "5", "--samples", "2"];
        ToolRun first = await FathomTool.RunAsync([.. measure, "--launches", "3", "--save", old, "--page", _folder.File("old.html")], environment: null, timeout: s_patience, folder: _folder.Path);
        Assert.Equal("", first.ExitCode == 0 ? "" : first.Error);

        ToolRun again = await FathomTool.RunAsync(
            [
                .. measure, "--launches", "1", "--save", now, "--page", _folder.File("new.html"), "--baseline", old, "--fail-if",
                "verdict=slower,faster", "--format", "json", "--columns", "+reason,+delta_size_bytes",
            ],
            environment: null, timeout: s_patience, folder: _folder.Path);

        Assert.Equal("", again.ExitCode == 0 ? "" : again.Error);
        using JsonDocument answer = JsonDocument.Parse(again.Out);
        JsonElement[] rows = [.. answer.RootElement.GetProperty("rows").EnumerateArray()];
        Assert.Equal(4, rows.Length);
        Assert.All(rows, static row =>
        {
            Assert.Equal(("inconclusive", "too few processes: 3 and 1; a verdict takes 3 each"), (row.GetProperty("verdict").GetString(), row.GetProperty("reason").GetString()));
            Assert.Equal(0, row.GetProperty("delta_size_bytes").GetInt64());
            Assert.True(row.GetProperty("old_ns").GetDouble() > 0 && row.GetProperty("new_ns").GetDouble() > 0);
        });

        ToolRun diff = await FathomTool.RunAsync("serializers", "diff", old, now, "--format", "json", "--columns", "+reason,+delta_size_bytes");
        using JsonDocument saved = JsonDocument.Parse(diff.Out);
        Assert.Equal(answer.RootElement.GetProperty("rows").GetRawText(), saved.RootElement.GetProperty("rows").GetRawText());
        // A recording differs from itself in nothing.
        ToolRun same = await FathomTool.RunAsync("serializers", "diff", old, old, "--fail-if", "verdict=slower,faster,failed");
        Assert.Equal("", same.ExitCode == 0 ? "" : same.Error);
        ToolRun both = await FathomTool.RunAsync("serializers", "across", old, now, "--format", "csv", "-q");
        Assert.Equal(5, both.Out.TrimEnd().Split('\n').Length);
    }
}
