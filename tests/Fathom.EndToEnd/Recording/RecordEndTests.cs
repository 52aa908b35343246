using System.Diagnostics;
using System.Text.Json;
using Fathom.EndToEnd.Harness;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Recording;

/// <summary>Ends of <c>fathom record</c> that somebody else brings about.</summary>
[Trait(Needs.Trait, Needs.PerfReason)]
public sealed class RecordEndTests
{
    private static readonly int[] s_well = [0, 1];

    [Fact]
    [Trait("Category", "Slow")]
    public async Task Ctrl_C_is_its_normal_end()
    {
        Needs.Perf();
        using TestFolder folder = new();
        string saved = folder.File("stopped.fathom");

        (int code, string output, string error) = await RecordAsync(saved, "-INT");

        Assert.True(code is 0 or 1, output + error);
        Assert.True(Directory.Exists(saved));
        Assert.False(Directory.Exists(folder.File("stopped.raw")));
        Assert.Contains("Recorded all of '", output, StringComparison.Ordinal);
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task What_a_killed_recorder_has_written_is_read()
    {
        Needs.Perf();
        using TestFolder folder = new();
        string saved = folder.File("killed.fathom"), raw = folder.File("killed.raw");

        await RecordAsync(saved, "-KILL");
        ToolRun extracted = await FathomTool.RunAsync("extract", raw, "--format", "json");

        Assert.Contains(extracted.ExitCode, s_well);
        ToolRun processes = await FathomTool.RunAsync("processes", saved, "--format", "json");
        Assert.Contains(processes.ExitCode, s_well);
        Assert.NotEmpty(JsonDocument.Parse(processes.Out).RootElement.GetProperty("rows").EnumerateArray());
        ToolRun info = await FathomTool.RunAsync("info", saved);
        Assert.Contains("the recorder was killed", info.Out + info.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_command_that_is_not_there_is_one_sentence_and_leaves_nothing()
    {
        Needs.Perf();
        using TestFolder folder = new();

        ToolRun run = await FathomTool.RunAsync("record", "--save", folder.File("none.fathom"), "--", "/nowhere/program");

        Assert.Equal(3, run.ExitCode);
        Assert.Contains("'/nowhere/program' cannot be started", run.Error, StringComparison.Ordinal);
        Assert.Empty(Directory.GetFileSystemEntries(folder.Path));
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task A_program_that_dies_at_once_is_told_and_its_recording_kept()
    {
        Needs.Perf();
        using TestFolder folder = new();

        ToolRun run = await FathomTool.RunAsync("record", "--save", folder.File("dead.fathom"), "--", "sh", "-c", "echo broken >&2; kill -SEGV $$");

        Assert.Contains(run.ExitCode, s_well);
        Assert.Contains("broken", run.Error, StringComparison.Ordinal);
        Assert.Contains("killed by signal 11 (SIGSEGV)", run.Out, StringComparison.Ordinal);
        Assert.True(Directory.Exists(folder.File("dead.fathom")));
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task A_full_disk_ends_it_with_a_sentence()
    {
        Needs.Perf();
        Needs.Root();
        using TestFolder folder = new();
        string script = "mount -t tmpfs -o size=1m none \"$1\" && \"$2\" record --save \"$1/full.fathom\" --no-extract -- perf bench sched pipe --loop 60000";

        ToolRun run = await FathomTool.ShellAsync($"unshare -m sh -c '{script}' sh '{folder.Path}' '{FathomTool.Executable}'");

        Assert.Equal(1, run.ExitCode);
        Assert.Contains("the disk is full", run.Error, StringComparison.Ordinal);
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task Without_tracefs_it_goes_on_and_says_what_is_missing()
    {
        Needs.Perf();
        Needs.Root();
        using TestFolder folder = new();
        string saved = folder.File("no.fathom");

        const string script = "umount /sys/kernel/tracing /sys/kernel/debug/tracing /sys/kernel/debug 2>/dev/null; \"$1\" record --duration 500ms --save \"$2\"";
        ToolRun run = await FathomTool.ShellAsync($"unshare -m sh -c '{script}' sh '{FathomTool.Executable}' '{saved}'");

        Assert.Contains(run.ExitCode, s_well);
        Assert.Contains("not recorded: callers and wakers of waits.", run.Error, StringComparison.Ordinal);
        Assert.Contains("mount -t tracefs", run.Error, StringComparison.Ordinal);
        ToolRun cpu = await FathomTool.RunAsync("cpu", saved, "--format", "json");
        Assert.Contains(cpu.ExitCode, s_well);
    }

    private static async Task<(int Code, string Out, string Error)> RecordAsync(string saved, string signal)
    {
        using Process recorder = Process.Start(FathomTool.Start(FathomTool.Executable, ["record", "--save", saved], null, null))!;
        Task<string> output = recorder.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken);
        Task<string> error = recorder.StandardError.ReadToEndAsync(TestContext.Current.CancellationToken);
        string data = Path.Combine(Path.ChangeExtension(saved, ".raw"), "perf.data");
        while (!File.Exists(data) || new FileInfo(data).Length == 0)
            await Task.Delay(20, TestContext.Current.CancellationToken);
        // Rings are emptied once a second.
        await Task.Delay(3000, TestContext.Current.CancellationToken);
        using (Process end = Process.Start("kill", [signal, $"{recorder.Id}"]))
            await end.WaitForExitAsync(TestContext.Current.CancellationToken);
        await recorder.WaitForExitAsync(TestContext.Current.CancellationToken);
        return (recorder.ExitCode, await output, await error);
    }
}
