using System.Diagnostics;
using System.Text.Json;
using Fathom.EndToEnd.Harness;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Serializers;

/// <summary>A measurement that is interrupted keeps what was finished, and is gone on with.</summary>
public sealed class SerializersResumeTests : IDisposable
{
    private const int Launches = 3;
    private const int Samples = 2;

    private static readonly TimeSpan s_patience = TimeSpan.FromMinutes(4);
    private static readonly Random s_random = new();

    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData("INT", 130)]
    [InlineData("TERM", 143, Traits = ["Category", "Long"])]
    public async Task What_is_missing_is_measured_and_nothing_twice(string signal, int code)
    {
        string recording = _folder.File("s.fathom");
        string[] ask =
        [
            "serializers", "--quick", "--page", _folder.File("page.html"), "--serializer", "System.Text.Json,Newtonsoft.Json,(copy)", "--case", "bookshelf", "-n", "5,20",
            "--launches", $"{Launches}", "--samples", $"{Samples}", "--string-length", "40", "--nulls", "0", "--save", recording,
        ];

        int ended = await InterruptAsync(ask, signal, TimeSpan.FromMilliseconds(s_random.Next(0, 6_000)));

        // A random moment may come after the end.
        Assert.Contains(ended, new[] { code, 0 });
        ToolRun resumed = await FathomTool.RunAsync(["serializers", "--resume", recording, "--format", "json"], environment: null, timeout: s_patience, folder: _folder.Path);
        Assert.Equal(0, resumed.ExitCode);
        using JsonDocument answer = JsonDocument.Parse(resumed.Out);
        Assert.Equal(6, answer.RootElement.GetProperty("rows").GetArrayLength());
        Assert.All(answer.RootElement.GetProperty("rows").EnumerateArray(), static row => Assert.Equal("ok", row.GetProperty("outcome").GetString()));
        // Each process of each serializer, case and operation is there once, with all of its samples.
        Assert.Equal(3 * 2 * 2 * Launches, await CountAsync(recording, $"SELECT COUNT(*) AS n FROM (SELECT serializer_id, case_id, operation, launch FROM serializer_sample GROUP BY 1, 2, 3, 4 HAVING COUNT(*) = {Samples}) t"));
        Assert.Equal(3 * 2 * 2 * Launches * Samples, await CountAsync(recording, "SELECT COUNT(*) AS n FROM serializer_sample"));
        Assert.Equal(2, await CountAsync(recording, "SELECT COUNT(*) AS n FROM serializer_case WHERE sha256 IS NOT NULL"));
        Assert.Equal(3, await CountAsync(recording, "SELECT COUNT(*) AS n FROM serializer"));
        // With the data that it began with.
        Assert.Equal(2, await CountAsync(recording, "SELECT COUNT(*) AS n FROM serializer_case WHERE dials LIKE '% string_length=40 %' AND dials LIKE '% null_percent=0 %'"));
        Assert.Contains("the data was drawn with string_length=40, null_percent=0", answer.RootElement.GetProperty("notes").GetRawText(), StringComparison.Ordinal);

        ToolRun again = await FathomTool.RunAsync(["serializers", "--resume", recording, "--format", "json"], environment: null, timeout: s_patience, folder: _folder.Path);

        using JsonDocument same = JsonDocument.Parse(again.Out);
        Assert.Equal(answer.RootElement.GetProperty("rows").GetRawText(), same.RootElement.GetProperty("rows").GetRawText());
        Assert.DoesNotContain("this will take", again.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_recording_of_something_else_and_a_second_plan_are_refused()
    {
        ToolRun plan = await FathomTool.RunAsync(["serializers", "--resume", "x.fathom", "--case", "bookshelf"], environment: null, folder: _folder.Path);
        ToolRun absent = await FathomTool.RunAsync(["serializers", "--resume", "x.fathom"], environment: null, folder: _folder.Path);

        Assert.Equal(2, plan.ExitCode);
        Assert.Equal(3, absent.ExitCode);
    }

    private static async Task<int> InterruptAsync(string[] ask, string signal, TimeSpan after)
    {
        using Process tool = Process.Start(FathomTool.Start(FathomTool.Executable, ask, null, null))!;
        tool.StandardInput.Close();
        Task<string> output = tool.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken);
        // Said just before the first process is started.
        while (await tool.StandardError.ReadLineAsync(TestContext.Current.CancellationToken) is { } line && !line.Contains("this will take about", StringComparison.Ordinal))
        {
        }

        await Task.Delay(after, TestContext.Current.CancellationToken);
        using (Process kill = Process.Start("kill", [$"-{signal}", $"{tool.Id}"]))
            await kill.WaitForExitAsync(TestContext.Current.CancellationToken);
        await tool.StandardError.ReadToEndAsync(TestContext.Current.CancellationToken);
        await output;
        await tool.WaitForExitAsync(TestContext.Current.CancellationToken);
        return tool.ExitCode;
    }

    private static async Task<long> CountAsync(string recording, string query)
    {
        ToolRun result = await FathomTool.RunAsync(["sql", query, recording, "--format", "json"], environment: null);
        using JsonDocument answer = JsonDocument.Parse(result.Out);
        return answer.RootElement.GetProperty("rows")[0].GetProperty("n").GetInt64();
    }
}
