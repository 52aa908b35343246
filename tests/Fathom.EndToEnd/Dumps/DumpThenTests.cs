using System.Diagnostics;
using System.Globalization;
using System.Text.Json;
using Fathom.EndToEnd.Harness;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Dumps;

/// <summary>What <c>--then</c> does when a program meets a condition.</summary>
[System.Runtime.Versioning.UnsupportedOSPlatform("windows")]
public sealed class DumpThenTests : IDisposable
{
    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    [Trait("Category", "Slow")]
    public async Task The_stacks_are_saved_and_a_command_is_run_with_their_file_in_place_of_a_dump()
    {
        string script = Script("notify", "env | grep -E '^FATHOM_(PID|CAUSE|FILE)=' | sort > \"$1\"; exit 7");
        using SampleProcess events = SampleProcess.Start("Events");
        using Process tool = Process.Start(FathomTool.Start(
            FathomTool.Executable,
            [
                "dump", $"pid:{events.Pid}", "--when", "exception=*OrderException,message=*order 2 is refused*",
                "--then", "stacks", "--then", $"exec {script} {_folder.File("told")}",
                "-o", _folder.File("it.core"), "--columns", "+cause", "--format", "json",
            ], null, _folder.Path))!;
        Task<string> output = tool.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken);
        Task<string> error = ErrorAsync(tool, () => Assert.Equal("done throw 3", events.Ask("throw 3")));
        await tool.WaitForExitAsync(TestContext.Current.CancellationToken);

        // The command failed.
        Assert.True(tool.ExitCode == 1, await error);
        JsonElement row = Assert.Single(JsonDocument.Parse(await output).RootElement.GetProperty("rows").EnumerateArray());
        Assert.Equal(_folder.File("it.stacks.fathom"), row.GetProperty("path").GetString());
        Assert.Equal("stacks", row.GetProperty("kind").GetString());
        Assert.InRange(row.GetProperty("size_bytes").GetInt64(), 1000, 100_000_000);
        Assert.Matches($"'exec {script} .*' ended with exit code 7 after ", await error);
        string[] told = await File.ReadAllLinesAsync(_folder.File("told"), TestContext.Current.CancellationToken);
        const string condition = "exception=*OrderException,message=*order 2 is refused*";
        Assert.StartsWith($"FATHOM_CAUSE={condition} (Events.OrderException: order 2 is refused", told[0], StringComparison.Ordinal);
        Assert.Equal([$"FATHOM_FILE={_folder.File("it.stacks.fathom")}", $"FATHOM_PID={events.Pid}"], told[1..]);
        Assert.Equal(["it.stacks.fathom", "notify", "told"], Names());
        JsonElement[] threads = await FathomTool.RowsAsync("stacks", _folder.File("it.stacks.fathom"), "--by", "thread");
        Assert.Contains(threads, thread => thread.GetProperty("tid").GetInt32() == events.Pid);
        await TargetHealth.CheckAsync(events, beats: false);
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task All_that_can_be_made_lies_beside_the_dump()
    {
        using SampleProcess sample = SampleProcess.Start("HeapMix", "1200");

        ToolRun run = await FathomTool.RunAsync(
            "dump", $"pid:{sample.Pid}", "--kind", "mini", "--when", "threads=1..",
            "--then", "dump", "--then", "snapshot", "--then", "stacks", "--then", "recording",
            "-o", _folder.File("{n}.core"), "--format", "csv", "--columns", "kind,path");

        Assert.True(run.ExitCode is 0 or 1, run.ToString());
        Assert.Equal(["1.core", "1.core.fathom", "1.heap.fathom", "1.recording.fathom", "1.stacks.fathom"], Names());
        Assert.Equal(
            [
                $"mini,{_folder.File("1.core")}", $"snapshot,{_folder.File("1.heap.fathom")}", $"stacks,{_folder.File("1.stacks.fathom")}",
                $"recording,{_folder.File("1.recording.fathom")}",
            ],
            run.Out.Split('\n').Where(static line => line.Contains("/1.", StringComparison.Ordinal)));
        Assert.NotEmpty(await FathomTool.RowsAsync("heap", _folder.File("1.heap.fathom")));
        await TargetHealth.CheckAsync(sample);
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task A_command_that_hangs_is_ended_with_the_tool()
    {
        string script = Script("hang", "sleep 600 & echo $! > \"$1\"; wait");
        using SampleProcess sample = SampleProcess.Start("Idle");
        using Process tool = Process.Start(FathomTool.Start(
            FathomTool.Executable,
            [
                "dump", $"pid:{sample.Pid}", "--when", "threads=1..", "--then", $"exec {script} {_folder.File("child")}",
                "-o", _folder.File("it.core"),
            ],
            null,
            _folder.Path))!;
        Task<string> output = tool.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken);
        Task<string> error = tool.StandardError.ReadToEndAsync(TestContext.Current.CancellationToken);
        await Patience.UntilAsync(() => File.Exists(_folder.File("child")) && File.ReadAllText(_folder.File("child")).EndsWith('\n'));
        int child = int.Parse(File.ReadAllText(_folder.File("child")), CultureInfo.InvariantCulture);

        Process.Start("kill", ["-INT", tool.Id.ToString(CultureInfo.InvariantCulture)]).WaitForExit();
        await tool.WaitForExitAsync(TestContext.Current.CancellationToken);

        Assert.Contains("was ended as Fathom ends", await error, StringComparison.Ordinal);
        Assert.Equal(1, tool.ExitCode);
        string stat = $"/proc/{child}/stat";
        await Patience.UntilAsync(() => !File.Exists(stat) || File.ReadAllText(stat).Contains(") Z ", StringComparison.Ordinal));
        Assert.Equal(["child", "hang"], Names());
        Assert.DoesNotContain(".core", await output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task What_can_never_be_done_is_said_before_anything_is_waited_for()
    {
        using SampleProcess sample = SampleProcess.Start("Idle");
        foreach ((string[] words, int code, string said) in ((string[], int, string)[])
        [
            (["--when", "threads=9999..", "--then", "stack"], 2, "'stack' in '--then stack' cannot be done."),
            (["--when", "threads=9999..", "--then", "exec"], 2, "'--then exec' has no command."),
            (["--when", "threads=9999..", "--then", "exec ./no-program"], 3, "'./no-program' cannot be run: it is not there."),
            (["--when", "threads=9999..", "--then", "exec echo $FATHOM_FILE"], 2, "no shell reads the command"),
            (["--then", "stacks"], 2, "'--then stacks' needs a condition."),
            (["--when", "threads=9999..", "--then", "stacks", "-o", "no-folder/it.core"], 3, "there is no folder"),
        ])
        {
            ToolRun run = await FathomTool.RunAsync(["dump", $"pid:{sample.Pid}", .. words], null, folder: _folder.Path);

            Assert.True(code == run.ExitCode, run.ToString());
            Assert.Contains(said, run.Error, StringComparison.Ordinal);
            Assert.Contains("\n  next: ", run.Error, StringComparison.Ordinal);
        }

        Assert.Empty(Directory.EnumerateFileSystemEntries(_folder.Path));
    }

    // The program does its part when the tool waits.
    private static async Task<string> ErrorAsync(Process tool, Action waits)
    {
        string all = "";
        while (await tool.StandardError.ReadLineAsync(TestContext.Current.CancellationToken) is { } line)
        {
            all += line + "\n";
            if (line.StartsWith("waiting for the condition", StringComparison.Ordinal))
                waits();
        }

        return all;
    }

    private string[] Names() =>
        [.. Directory.EnumerateFileSystemEntries(_folder.Path).Select(static path => Path.GetFileName(path)).Order(StringComparer.Ordinal)];

    private string Script(string name, string text)
    {
        string script = _folder.File(name);
        File.WriteAllText(script, $"#!/bin/sh\n{text}\n");
        File.SetUnixFileMode(script, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
        return script;
    }
}
