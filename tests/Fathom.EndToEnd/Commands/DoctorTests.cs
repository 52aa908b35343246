using System.Text.Json;
using Fathom.EndToEnd.Harness;
using Fathom.Model;
using Xunit;

namespace Fathom.EndToEnd.Commands;

public sealed class DoctorTests
{
    [Fact]
    public async Task Doctor_finds_what_the_tool_itself_runs_with()
    {
        ToolRun run = await FathomTool.RunAsync("doctor", "--format", "json");

        using JsonDocument answer = JsonDocument.Parse(run.Out);
        JsonElement[] rows = [.. answer.RootElement.GetProperty("rows").EnumerateArray()];
        JsonElement Row(string check) => rows.Single(row => row.GetProperty("check").GetString() == check);
        string kernel = (await File.ReadAllTextAsync("/proc/sys/kernel/osrelease", TestContext.Current.CancellationToken)).Trim();
        Assert.Contains(kernel, Row("kernel").GetProperty("value").GetString(), StringComparison.Ordinal);
        Assert.StartsWith("DuckDB v", Row("query engine").GetProperty("value").GetString(), StringComparison.Ordinal);
        Assert.True(Row("system call ptrace").GetProperty("ok").GetBoolean());
        Assert.Contains(rows, row => row.GetProperty("check").GetString() == $"runtime {Environment.Version}");
        bool isMissing = rows.Any(row => row.GetProperty("ok").ValueKind == JsonValueKind.False);
        Assert.Equal(isMissing ? ExitCode.NotPossible : ExitCode.Ok, run.Code);
    }

    [Fact]
    public async Task Doctor_ends_with_4_when_something_needed_is_missing()
    {
        ToolRun run = await FathomTool.RunAsync(["doctor", "--where", "ok=false"], new Dictionary<string, string> { ["TMPDIR"] = "/no/such/folder" });

        Assert.Equal(ExitCode.NotPossible, run.Code);
        Assert.Contains("/no/such/folder cannot be written to", run.Out, StringComparison.Ordinal);
        Assert.Contains("TMPDIR=/a/folder/with/space fathom", run.Out, StringComparison.Ordinal);
    }
}
