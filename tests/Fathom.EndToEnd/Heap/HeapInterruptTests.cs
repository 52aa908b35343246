using System.Diagnostics;
using Fathom.EndToEnd.Harness;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Heap;

/// <summary>However the tool ends while a process stands still, the process runs on and nothing half written is left.</summary>
public sealed class HeapInterruptTests
{
    [Theory]
    [Trait("Category", "Slow")]
    [InlineData("INT", 130)]
    [InlineData("TERM", 143)]
    [InlineData("KILL", 137)]
    public async Task The_target_runs_on_when_the_tool_is_stopped_by_a_signal(string signal, int code)
    {
        using TestFolder folder = new();
        using SampleProcess sample = SampleProcess.Start("HeapMix", "1200000");
        using Process tool = Process.Start(FathomTool.Start(FathomTool.Executable, ["heap", $"pid:{sample.Pid}", "--save", folder.File("kept.fathom")], null, null))!;
        tool.StandardInput.Close();
        Task<string> output = tool.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken);

        // The note about the pause is written just before the process is stopped.
        while (await tool.StandardError.ReadLineAsync(TestContext.Current.CancellationToken) is { } line && !line.Contains("stopping", StringComparison.Ordinal))
        {
        }

        using (Process kill = Process.Start("kill", [$"-{signal}", $"{tool.Id}"]))
            await kill.WaitForExitAsync(TestContext.Current.CancellationToken);
        await tool.StandardError.ReadToEndAsync(TestContext.Current.CancellationToken);
        await output;
        await tool.WaitForExitAsync(TestContext.Current.CancellationToken);

        // The answer may have been complete before the signal came through.
        Assert.Contains(tool.ExitCode, new[] { code, 0 });
        await TargetHealth.CheckAsync(sample);
        Assert.Equal(tool.ExitCode == 0, Directory.Exists(folder.File("kept.fathom")));
        if (signal != "KILL")
            Assert.DoesNotContain(Directory.EnumerateFileSystemEntries(folder.Path), entry => entry.EndsWith(".partial", StringComparison.Ordinal));
    }

    [Fact]
    public async Task A_process_that_ends_meanwhile_is_said_in_one_line()
    {
        using SampleProcess sample = SampleProcess.Start("HeapMix", "1200000");
        using Process tool = Process.Start(FathomTool.Start(FathomTool.Executable, ["heap", $"pid:{sample.Pid}"], null, null))!;
        tool.StandardInput.Close();
        Task<string> output = tool.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken);
        while (await tool.StandardError.ReadLineAsync(TestContext.Current.CancellationToken) is { } line && !line.Contains("stopping", StringComparison.Ordinal))
        {
        }

        Process.GetProcessById(sample.Pid).Kill();
        string error = await tool.StandardError.ReadToEndAsync(TestContext.Current.CancellationToken);
        await output;
        await tool.WaitForExitAsync(TestContext.Current.CancellationToken);

        Assert.Contains(tool.ExitCode, new[] { 3, 0 });
        Assert.DoesNotContain("   at ", error, StringComparison.Ordinal);
        if (tool.ExitCode == 3)
            Assert.Matches("error: .*\n  next: .*\n$", error);
    }
}
