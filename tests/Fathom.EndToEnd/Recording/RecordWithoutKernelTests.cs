using System.Diagnostics;
using System.Text.Json;
using Fathom.EndToEnd.Harness;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Recording;

/// <summary><c>fathom record</c> where the kernel lets it record nothing, as in most containers: what .NET programs tell is recorded all the same.</summary>
public sealed class RecordWithoutKernelTests : IDisposable
{
    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    [Trait("Category", "Slow")]
    public async Task What_runtimes_tell_is_recorded_and_what_is_missing_is_said_before_and_in_answers()
    {
        string saved = _folder.File("app.fathom");

        ToolRun run = await RunAsync("record", "--save", saved, "--", Path.Combine(Repository.SampleFolder("Phases"), "Phases"), "run", _folder.File("facts.json"), "0", "throw");

        Assert.True(run.ExitCode is 0 or 1, run.ToString());
        Assert.Contains("not recorded: samples, waits and process lifetimes: only the events of .NET programs. The system call filter (seccomp)", run.Error, StringComparison.Ordinal);
        ToolRun thrown = await FathomTool.RunAsync("exceptions", saved, "--format", "json");
        Assert.Equal(1000, JsonDocument.Parse(thrown.Out).RootElement.GetProperty("rows").EnumerateArray().Sum(static row => row.GetProperty("count").GetInt64()));
        ToolRun info = await FathomTool.RunAsync("info", saved);
        string words = string.Join(' ', (info.Out + info.Error).Split((char[])[' ', '\n'], StringSplitOptions.RemoveEmptyEntries));
        Assert.Contains("not recorded: samples, waits and process lifetimes", words, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Without_runtime_events_too_there_is_nothing_to_record()
    {
        ToolRun run = await RunAsync("record", "--no-runtime-events", "--save", _folder.File("app.fathom"), "--", "true");

        Assert.Equal(4, run.ExitCode);
        Assert.Contains("The system call filter (seccomp) of this container does not let Fathom call perf_event_open.", run.Error, StringComparison.Ordinal);
        Assert.Empty(Directory.GetFileSystemEntries(_folder.Path));
    }

    private static async Task<ToolRun> RunAsync(params string[] args)
    {
        using Process process = SystemCallFilter.Start(FathomTool.Start(FathomTool.Executable, args, null, null));
        Task<string> output = process.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken), error = process.StandardError.ReadToEndAsync(TestContext.Current.CancellationToken);
        process.StandardInput.Close();
        await process.WaitForExitAsync(TestContext.Current.CancellationToken).WaitAsync(TimeSpan.FromSeconds(90), TestContext.Current.CancellationToken);
        return new ToolRun(process.ExitCode, await output, await error);
    }
}
