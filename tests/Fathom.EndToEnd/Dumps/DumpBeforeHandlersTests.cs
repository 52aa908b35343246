using System.Diagnostics;
using Fathom.EndToEnd.Harness;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Dumps;

/// <summary>Dumps of a thread that is held at its throw: no handler has run.</summary>
public sealed class DumpBeforeHandlersTests : IDisposable
{
    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    [Trait("Category", "Slow")]
    public async Task A_started_program_is_dumped_before_its_handler_runs_and_its_child_is_let_be()
    {
        string program = Path.Combine(Repository.SampleFolder("Throws"), "Throws");

        ToolRun run = await FathomTool.RunAsync(
            ["dump", "--before-handlers", "--when", "exception=Throws.RefusedException,message=order 3", "-o", _folder.File("it.core"), "--format", "csv", "--", program],
            null,
            "throw 1\nchild\nthrow 2\nthrow 3\nthrow 4\n");

        Assert.True(run.ExitCode == 0, run.ToString());
        Assert.StartsWith("ready {}\nhandled 1\nhandled 1\nhandled 2\nhandled 3\nhandled 4\npath,kind,", run.Out, StringComparison.Ordinal);
        Assert.Matches("the process was paused .* after the throw, before any handler ran", run.Error);
        Assert.Equal(2, await HandledInDumpAsync());
    }

    // The data access library of .NET 10 crashes on the stack of a thread in its throw, so only the heap can be asked for.
    [Fact]
    [Trait("Category", "Slow")]
    public async Task A_snapshot_is_taken_while_the_thread_is_held()
    {
        string program = Path.Combine(Repository.SampleFolder("Throws"), "Throws"), saved = _folder.File("it.heap.fathom");

        ToolRun run = await FathomTool.RunAsync(
            [
                "dump", "--before-handlers", "--when", "exception=Throws.RefusedException,message=order 3", "--then", "snapshot",
                "-o", _folder.File("it.core"), "--format", "csv", "--", program,
            ],
            null,
            "throw 1\nthrow 3\nthrow 4\n");

        Assert.True(run.ExitCode == 0, run.ToString());
        Assert.StartsWith("ready {}\nhandled 1\nhandled 2\nhandled 3\npath,kind,", run.Out, StringComparison.Ordinal);
        Assert.Equal([saved], Directory.EnumerateFileSystemEntries(_folder.Path));
        Assert.Equal(1, (await HeapJson.AskAsync("heap", saved, "--type", "Throws.Handled")).Row("Throws.Handled").GetProperty("count").GetInt64());
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task A_running_program_is_dumped_before_its_handler_runs()
    {
        using SampleProcess sample = SampleProcess.Start("Throws");
        using Process tool = await ListenAsync(sample);
        Assert.Equal("handled 1", sample.Ask("throw 1"));
        Assert.Equal("handled 2", sample.Ask("throw 3"));
        string error = await tool.StandardError.ReadToEndAsync(TestContext.Current.CancellationToken);
        await tool.WaitForExitAsync(TestContext.Current.CancellationToken);

        Assert.True(tool.ExitCode == 0, error);
        Assert.Equal(1, await HandledInDumpAsync());
        Assert.Equal("handled 3", sample.Ask("throw 3"));
        await TargetHealth.CheckAsync(sample, beats: false);
        AssertNobodyListens(sample);
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task A_held_program_goes_on_when_the_tool_is_killed()
    {
        using SampleProcess sample = SampleProcess.Start("Throws");
        using Process tool = await ListenAsync(sample);
        Task<string> answer = Task.Run(() => sample.Ask("throw 3"), TestContext.Current.CancellationToken);

        // The note about what is going to be written is said while the thread is held.
        while (await tool.StandardError.ReadLineAsync(TestContext.Current.CancellationToken) is { } line && !line.Contains("writing about", StringComparison.Ordinal))
        {
        }

        tool.Kill();
        Assert.Equal("handled 1", await answer);
        Assert.Equal("handled 2", sample.Ask("throw 3"));
        AssertNobodyListens(sample);

        // The hook is in the program already, and its folder is still there.
        await tool.WaitForExitAsync(TestContext.Current.CancellationToken);
        using Process again = await ListenAsync(sample);
        Assert.Equal("listeners 1", sample.Ask("listeners"));
        Assert.Equal("handled 3", sample.Ask("throw 3"));
        string error = await again.StandardError.ReadToEndAsync(TestContext.Current.CancellationToken);
        await again.WaitForExitAsync(TestContext.Current.CancellationToken);
        Assert.True(again.ExitCode == 0, error);
        Assert.Equal(2, await HandledInDumpAsync());
        AssertNobodyListens(sample);
    }

    [Fact]
    public async Task A_started_program_that_ends_before_its_hook_answers_is_told_by_its_end()
    {
        ToolRun run = await FathomTool.RunAsync("dump", "--before-handlers", "--when", "exception=*", "-o", _folder.File("it.core"), "--", "false");

        Assert.Equal((3, ""), (run.ExitCode, run.Out));
        Assert.Contains("error: 'false' ended before the condition held, and without a crash dump: exit code 1. There is no dump.", run.Error, StringComparison.Ordinal);
        Assert.Empty(Directory.EnumerateFileSystemEntries(_folder.Path));
    }

    [Fact]
    public async Task Two_tools_do_not_wait_for_the_throws_of_one_program()
    {
        using SampleProcess sample = SampleProcess.Start("Throws");
        using Process tool = await ListenAsync(sample);

        ToolRun second = await FathomTool.RunAsync("dump", $"pid:{sample.Pid}", "--before-handlers", "--when", "exception=*", "-o", _folder.File("two.core"));

        Assert.Equal((3, ""), (second.ExitCode, second.Out));
        Assert.Contains($"error: Another Fathom waits for throws of process {sample.Pid} already", second.Error, StringComparison.Ordinal);
        Assert.Equal("handled 1", sample.Ask("throw 1"));
        using (Process kill = Process.Start("kill", ["-INT", $"{tool.Id}"]))
            await kill.WaitForExitAsync(TestContext.Current.CancellationToken);
        await tool.WaitForExitAsync(TestContext.Current.CancellationToken);
        AssertNobodyListens(sample);
        Assert.Equal("handled 2", sample.Ask("throw 1"));
    }

    // Without a further throw: the end of the tool is enough.
    private static void AssertNobodyListens(SampleProcess sample) =>
        Assert.True(SpinWait.SpinUntil(() => sample.Ask("listeners") == "listeners 0", TimeSpan.FromSeconds(30)), "the hook still sees throws");

    private async Task<Process> ListenAsync(SampleProcess sample)
    {
        Process tool = Process.Start(FathomTool.Start(
            FathomTool.Executable, ["dump", $"pid:{sample.Pid}", "--before-handlers", "--when", "exception=*,message=order 3", "-o", _folder.File("it.core")], null, null))!;
        tool.StandardInput.Close();
        while (await tool.StandardError.ReadLineAsync(TestContext.Current.CancellationToken) is { } line)
        {
            if (line.StartsWith("waiting for the condition", StringComparison.Ordinal))
                return tool;
            Assert.False(line.StartsWith("error:", StringComparison.Ordinal), line);
        }

        throw new InvalidOperationException("The tool ended without listening.");
    }

    private async Task<long> HandledInDumpAsync() =>
        (await HeapJson.AskAsync("heap", _folder.File("it.core"), "--type", "Throws.Handled")).Row("Throws.Handled").GetProperty("count").GetInt64();
}
