using System.Text.Json;
using Fathom.EndToEnd.Harness;
using Xunit;

namespace Fathom.EndToEnd.Dumps;

/// <summary>One row of <c>fathom dump</c>.</summary>
internal sealed record DumpJson(string Path, string? Kind, long SizeBytes, long? PauseNs, bool Verified)
{
    /// <summary>The rows of a run that must have ended well.</summary>
    public static IReadOnlyList<DumpJson> Of(ToolRun run)
    {
        Assert.True(run.ExitCode == 0, run.ToString());
        using JsonDocument json = JsonDocument.Parse(run.Out);
        return [.. json.RootElement.GetProperty("rows").EnumerateArray().Select(static row => new DumpJson(
            row.GetProperty("path").GetString()!,
            row.GetProperty("kind").GetString(),
            row.GetProperty("size_bytes").GetInt64(),
            row.GetProperty("pause_ns").ValueKind == JsonValueKind.Number ? row.GetProperty("pause_ns").GetInt64() : null,
            row.GetProperty("verified").GetBoolean()))];
    }
}
