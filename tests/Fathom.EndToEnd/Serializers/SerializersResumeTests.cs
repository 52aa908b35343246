using System.Diagnostics;
using System.Text.Json;
using Fathom.EndToEnd.Harness;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Serializers;

/// <summary>A measurement that is interrupted keeps what was finished, and is gone on with.</summary>
public sealed class SerializersResumeTests : IDisposable
{
    private const int Launches = 2;
    private const int Samples = 2;
    private const int Cells = 3;

    private static readonly TimeSpan s_patience = TimeSpan.FromMinutes(4);
    private static readonly Random s_random = new();

    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [Trait("Category", "Slow")]
    [InlineData("KILL", 137)]
    public Task What_is_missing_is_measured_and_nothing_twice(string signal, int code) => InterruptAndResumeAsync(signal, code);

    [Theory]
    [Trait("Category", "Long")]
    [InlineData("INT", 130)]
    public Task What_is_missing_after_Ctrl_C_is_measured_too(string signal, int code) =>
        What_is_missing_is_measured_and_nothing_twice(signal, code);

    [Fact]
    [Trait("Category", "Long")]
    public Task What_is_missing_is_measured_after_a_termination_too() => InterruptAndResumeAsync("TERM", 143);

    private async Task InterruptAndResumeAsync(string signal, int code)
    {
        string recording = _folder.File("s.fathom");
        // Three cells that are measured, and one that is refused: the seeded one takes books only.
        string[] ask =
        [
            "serializers", "--quick", "--page", _folder.File("page.html"), "--serializer", "System.Text.Json,(seeded) A", "--case", "bookshelf,region", "-n", "5",
            "--launches", $"{Launches}", "--samples", $"{Samples}", "--string-length", "40", "--nulls", "0", "--save", recording,
        ];

        int ended = await InterruptAsync(ask, signal, recording, TimeSpan.FromMilliseconds(s_random.Next(0, 6_000)));

        // A random moment may come after the end.
        Assert.Contains(ended, new[] { code, 0 });
        string[] kept = await SamplesAsync(recording);
        ToolRun resumed = await ResumeAsync(recording);
        Assert.Equal("", resumed.ExitCode == 0 ? "" : $"{resumed.ExitCode}: {resumed.Out}{resumed.Error}");
        using JsonDocument answer = JsonDocument.Parse(resumed.Out);
        string[] outcomes = [.. answer.RootElement.GetProperty("rows").EnumerateArray().Select(static row => row.GetProperty("outcome").GetString()!)];
        Assert.Equal(["ok", "ok", "ok", "refused"], outcomes.Order(StringComparer.Ordinal));
        // Each process of each serializer, case and operation is there once, with all of its samples, and what was finished before is what it was.
        string[] samples = await SamplesAsync(recording);
        Assert.Empty(kept.Except(samples));
        Assert.Equal(Cells * 2 * Launches * Samples, samples.Length);
        Assert.Equal(
            Cells * 2 * Launches,
            await CountAsync(
                recording,
                $"SELECT COUNT(*) AS n FROM (SELECT serializer_id, case_id, operation, launch FROM serializer_sample WHERE is_counted = 1 GROUP BY 1, 2, 3, 4 HAVING COUNT(*) = {Samples}) t"));
        Assert.Equal(Cells + 1, await CountAsync(recording, "SELECT COUNT(*) AS n FROM serializer_result"));
        Assert.Equal(2, await CountAsync(recording, "SELECT COUNT(*) AS n FROM serializer_case WHERE sha256 IS NOT NULL"));
        Assert.Equal(2, await CountAsync(recording, "SELECT COUNT(*) AS n FROM serializer"));
        // With the data that it began with.
        Assert.Equal(2, await CountAsync(recording, "SELECT COUNT(*) AS n FROM serializer_case WHERE dials LIKE '% string_length=40 %' AND dials LIKE '% null_percent=0 %'"));
        Assert.Contains("the data was generated with string_length=40, null_percent=0", answer.RootElement.GetProperty("notes").GetRawText(), StringComparison.Ordinal);

        ToolRun again = await ResumeAsync(recording);

        using JsonDocument same = JsonDocument.Parse(again.Out);
        Assert.Equal(answer.RootElement.GetProperty("rows").GetRawText(), same.RootElement.GetProperty("rows").GetRawText());
        Assert.DoesNotContain("this will take", again.Error, StringComparison.Ordinal);
    }

    [Fact]
    [Trait("Category", "Long")]
    public async Task A_document_that_has_changed_meanwhile_is_not_measured_into_the_same_table()
    {
        string recording = _folder.File("own.fathom"), document = _folder.File("own.json");
        await File.WriteAllTextAsync(document, """{ "text": "before", "count": 1 }""", TestContext.Current.CancellationToken);
        string[] ask =
        [
            "serializers", "--quick", "--page", _folder.File("own.html"), "--serializer", "System.Text.Json", "--from-json", document, "--launches", "9", "--samples", "40", "--save", recording,
        ];

        int ended = await InterruptAsync(ask, "KILL", recording, TimeSpan.Zero);
        await File.WriteAllTextAsync(document, """{ "text": "after", "count": 2 }""", TestContext.Current.CancellationToken);
        ToolRun changed = await ResumeAsync(recording);
        await File.WriteAllTextAsync(document, """{ "text": "before", "count": 1 }""", TestContext.Current.CancellationToken);
        ToolRun put = await ResumeAsync(recording);

        Assert.Equal(137, ended);
        Assert.Equal(3, changed.ExitCode);
        Assert.Contains("is no longer what it was when the measurement began", changed.Error, StringComparison.Ordinal);
        Assert.Contains($"put back '{document}' as it was", changed.Error, StringComparison.Ordinal);
        Assert.Equal("", put.ExitCode == 0 ? "" : put.ToString());
    }

    [Fact]
    public async Task A_recording_of_something_else_and_a_second_plan_are_refused()
    {
        ToolRun plan = await FathomTool.RunAsync(["serializers", "--resume", "x.fathom", "--case", "bookshelf"], environment: null, folder: _folder.Path);
        ToolRun absent = await FathomTool.RunAsync(["serializers", "--resume", "x.fathom"], environment: null, folder: _folder.Path);

        Assert.Equal(2, plan.ExitCode);
        Assert.Equal(3, absent.ExitCode);
    }

    private Task<ToolRun> ResumeAsync(string recording) =>
        FathomTool.RunAsync(["serializers", "--resume", recording, "--format", "json"], FathomTool.Seeded, timeout: s_patience, folder: _folder.Path);

    // In a session of its own, so that the signal strikes the programs that it started too, as Ctrl-C in a terminal does.
    private static async Task<int> InterruptAsync(string[] ask, string signal, string recording, TimeSpan after)
    {
        using Process tool = Process.Start(FathomTool.Start("setsid", [FathomTool.Executable, .. ask], FathomTool.Seeded, null))!;
        tool.StandardInput.Close();
        Task<string> output = tool.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken);
        // Said just before the first process is started.
        while (await tool.StandardError.ReadLineAsync(TestContext.Current.CancellationToken) is { } line && !line.Contains("this will take about", StringComparison.Ordinal))
        {
        }

        Task<string> error = tool.StandardError.ReadToEndAsync(TestContext.Current.CancellationToken);
        // What is killed can keep nothing any more: there must be something before.
        while (signal == "KILL" && !Directory.Exists(recording) && !tool.HasExited)
            await Task.Delay(10, TestContext.Current.CancellationToken);
        await Task.Delay(after, TestContext.Current.CancellationToken);
        using (Process kill = Process.Start("kill", [$"-{signal}", "--", $"-{tool.Id}"]))
            await kill.WaitForExitAsync(TestContext.Current.CancellationToken);
        await tool.WaitForExitAsync(TestContext.Current.CancellationToken);
        await error;
        await output;
        return tool.ExitCode;
    }

    private static async Task<string[]> SamplesAsync(string recording)
    {
        ToolRun result = await FathomTool.RunAsync(
            "sql",
            "SELECT serializer_id, case_id, operation, launch, sample, duration_ns FROM serializer_sample WHERE is_counted = 1",
            recording,
            "--format",
            "csv");
        Assert.Equal("", result.ExitCode == 0 ? "" : result.Error);
        return result.Out.Split('\n', StringSplitOptions.RemoveEmptyEntries)[1..];
    }

    private static async Task<long> CountAsync(string recording, string query)
    {
        ToolRun result = await FathomTool.RunAsync(["sql", query, recording, "--format", "json"], environment: null);
        using JsonDocument answer = JsonDocument.Parse(result.Out);
        return answer.RootElement.GetProperty("rows")[0].GetProperty("n").GetInt64();
    }
}
