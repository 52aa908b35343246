using System.Diagnostics;
using System.Text.Json;
using Fathom.EndToEnd.Harness;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Dumps;

/// <summary>Dumps that runtime events lead to.</summary>
public sealed class DumpEventTests : IDisposable
{
    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task An_exception_leads_to_a_dump_and_how_late_it_is_is_said()
    {
        using SampleProcess sample = SampleProcess.Start("Events");
        using Process tool = await ListenAsync(
            "dump", $"pid:{sample.Pid}", "--kind", "mini", "--when", "exception=*.OrderException,message=order 3 *", "-o", _folder.File("it.core"),
            "--format", "json", "--columns", "+cause_delay_ns,+cause");

        Assert.Equal("done throw 5", sample.Ask("throw 5"));

        (string output, string error) = await EndAsync(tool);
        Assert.True(tool.ExitCode == 0, error);
        using JsonDocument json = JsonDocument.Parse(output);
        JsonElement row = Assert.Single(json.RootElement.GetProperty("rows").EnumerateArray());
        Assert.True(row.GetProperty("verified").GetBoolean());
        Assert.StartsWith("exception=*.OrderException,message=order 3 * (Events.OrderException: order 3 is refused", row.GetProperty("cause").GetString(), StringComparison.Ordinal);
        Assert.InRange(row.GetProperty("cause_delay_ns").GetInt64(), 1, 60_000_000_000);
        Assert.Matches("; the process was paused .* after the throw", error);
        await TargetHealth.CheckAsync(sample, beats: false);
        Assert.Equal("done work 10", sample.Ask("work 10"));
    }

    [Fact]
    public async Task A_pause_leads_to_a_dump_and_its_length_and_collection_are_said()
    {
        // A runtime that replaces code stands still for it.
        using SampleProcess sample = SampleProcess.Start(
            new ProcessStartInfo(Path.Combine(Repository.SampleFolder("Events"), "Events")) { Environment = { ["DOTNET_TieredCompilation"] = "0" } });
        using Process tool = await ListenAsync(
            "dump", $"pid:{sample.Pid}", "--kind", "mini", "--when", "gc.pause_ns=1ns..", "-o", _folder.File("it.core"), "--format", "json", "--columns", "+cause_delay_ns,+cause");

        Assert.Equal("done collect 1", sample.Ask("collect 1"));

        (string output, string error) = await EndAsync(tool);
        Assert.True(tool.ExitCode == 0, error);
        using JsonDocument json = JsonDocument.Parse(output);
        JsonElement row = Assert.Single(json.RootElement.GetProperty("rows").EnumerateArray());
        Assert.Matches("^gc\\.pause_ns=1ns\\.\\. \\(a pause of [0-9.,]+ ms in gc [0-9]+: generation 0, blocking, induced, .*\\)$", row.GetProperty("cause").GetString());
        Assert.InRange(row.GetProperty("cause_delay_ns").GetInt64(), 1, 60_000_000_000);
        Assert.Matches("; the process was paused .* after the end of the pause", error);
    }

    [Fact]
    public async Task A_program_that_answers_no_requests_leads_to_none_and_it_is_said()
    {
        SampleProcess sample = SampleProcess.Start("Events");
        using Process tool = await ListenAsync(
            "dump", $"pid:{sample.Pid}", "--when", "request.duration_ns=2s..,route=/orders/*", "--when", "gc.pause_ns=1h..", "-o", _folder.File("it.core"));

        sample.Dispose();

        (_, string error) = await EndAsync(tool);
        Assert.Equal(3, tool.ExitCode);
        Assert.Contains("'request.duration_ns=2s..,route=/orders/*' was not met: the program began to answer no request while it waited", error, StringComparison.Ordinal);
        Assert.Contains("'gc.pause_ns=1h..' was not met: ", error, StringComparison.Ordinal);
        Assert.Empty(Directory.EnumerateFileSystemEntries(_folder.Path));
    }

    [Fact]
    public async Task Other_exceptions_lead_to_none()
    {
        SampleProcess sample = SampleProcess.Start("Events");
        using Process tool = await ListenAsync("dump", $"pid:{sample.Pid}", "--when", "exception=*.OrderException,message=order 7 *", "-o", _folder.File("it.core"));

        Assert.Equal("done throw 5", sample.Ask("throw 5"));
        sample.Dispose();

        (_, string error) = await EndAsync(tool);
        Assert.Equal(3, tool.ExitCode);
        Assert.Contains("ended before the condition held", error, StringComparison.Ordinal);
        Assert.Empty(Directory.EnumerateFileSystemEntries(_folder.Path));
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task A_thread_pool_that_finishes_nothing_leads_to_a_dump()
    {
        using SampleProcess sample = SampleProcess.Start("Stalls", "starvation");

        ToolRun run = await FathomTool.RunAsync("dump", $"pid:{sample.Pid}", "--kind", "mini", "--when", "unresponsive", "--lasting", "2s", "-o", _folder.File("it.core"), "--format", "json");

        Assert.True(Assert.Single(DumpJson.Of(run)).Verified);
        Assert.Matches("was triggered by unresponsive \\(no work item has completed for [0-9.]+ s, [0-9]+ wait\\)", run.Error);
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task A_thread_pool_without_work_leads_to_none()
    {
        using SampleProcess sample = SampleProcess.Start("Idle");
        using Process tool = await ListenAsync("dump", $"pid:{sample.Pid}", "--when", "unresponsive", "--lasting", "1s", "-o", _folder.File("it.core"));

        // Four times as long as it may last.
        await Task.Delay(TimeSpan.FromSeconds(4), TestContext.Current.CancellationToken);
        using (Process kill = Process.Start("kill", ["-INT", $"{tool.Id}"]))
            await kill.WaitForExitAsync(TestContext.Current.CancellationToken);

        await EndAsync(tool);
        Assert.Equal(130, tool.ExitCode);
        Assert.Empty(Directory.EnumerateFileSystemEntries(_folder.Path));
    }

    // A tool that has begun to listen says so after a second.
    private static async Task<Process> ListenAsync(params string[] arguments)
    {
        Process tool = Process.Start(FathomTool.Start(FathomTool.Executable, arguments, null, null))!;
        tool.StandardInput.Close();
        while (await tool.StandardError.ReadLineAsync(TestContext.Current.CancellationToken) is { } line)
        {
            if (line.StartsWith("waiting for the condition", StringComparison.Ordinal))
                return tool;
            Assert.False(line.StartsWith("error:", StringComparison.Ordinal), line);
        }

        throw new InvalidOperationException("The tool ended without listening.");
    }

    private static async Task<(string Output, string Error)> EndAsync(Process tool)
    {
        Task<string> output = tool.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken);
        string error = await tool.StandardError.ReadToEndAsync(TestContext.Current.CancellationToken);
        await tool.WaitForExitAsync(TestContext.Current.CancellationToken);
        return (await output, error);
    }
}
