using System.Diagnostics;
using System.Globalization;
using Fathom.EndToEnd.Harness;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Dumps;

/// <summary>A condition that is waited for in every process of a name.</summary>
[System.Runtime.Versioning.UnsupportedOSPlatform("windows")]
public sealed class DumpAllTests : IDisposable
{
    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    [Trait("Category", "Slow")]
    public async Task Each_process_of_the_name_is_waited_in_also_one_that_starts_later_and_no_other()
    {
        // A name of its own, because other tests run the same sample.
        string program = _folder.File("program"), script = _folder.File("notify"), told = _folder.File("told");
        string made = Directory.CreateDirectory(_folder.File("made")).FullName;
        TestFolder.Copy(Repository.SampleFolder("Idle"), program);
        File.Move(Path.Combine(program, "Idle.dll"), Path.Combine(program, "EachOfThem.dll"));
        File.Move(Path.Combine(program, "Idle.runtimeconfig.json"), Path.Combine(program, "EachOfThem.runtimeconfig.json"));
        File.WriteAllText(script, "#!/bin/sh\necho $FATHOM_PID >> \"$1\"\n");
        File.SetUnixFileMode(script, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
        using SampleProcess other = SampleProcess.Start("Idle"), first = Start(program), second = Start(program);
        using Process tool = Process.Start(FathomTool.Start(
            FathomTool.Executable,
            [
                "dump", "EachOfThem", "--all", "--kind", "mini", "--when", "threads=1..", "--count", "3", "--every", "1h",
                "--then", "dump", "--then", $"exec {script} {told}",
                "-o", Path.Combine(made, "{pid}_{n}.core"), "--format", "json",
            ], null, _folder.Path))!;
        Task<string> output = tool.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken);
        Task<string> error = tool.StandardError.ReadToEndAsync(TestContext.Current.CancellationToken);
        await Patience.UntilAsync(() => File.Exists(told) && File.ReadAllLines(told).Length == 2);
        Assert.False(tool.HasExited);

        using SampleProcess third = Start(program);
        await tool.WaitForExitAsync(TestContext.Current.CancellationToken);

        ToolRun run = new(tool.ExitCode, await output, await error);
        string[] paths = [.. DumpJson.Of(run).Select(static dump => dump.Path)];
        Assert.Equal(3, paths.Length);
        Assert.Equal(new HashSet<int> { first.Pid, second.Pid }, [.. paths[..2].Select(PidOf)]);
        Assert.Equal($"{third.Pid}_3.core", Path.GetFileName(paths[2]));
        // Commands are begun, not awaited, so they may end in another order.
        string[] pids = File.ReadAllLines(told);
        Assert.Equal(3, pids.Length);
        Assert.Equal(paths.Select(PidOf).ToHashSet(), [.. pids.Select(static line => int.Parse(line, CultureInfo.InvariantCulture))]);
        foreach (SampleProcess sample in (SampleProcess[])[other, first, second, third])
            await TargetHealth.CheckAsync(sample, beats: false);
    }

    [Fact]
    public async Task What_makes_no_sense_is_one_sentence()
    {
        foreach ((string[] words, int code, string said) in ((string[], int, string)[])
        [
            (["MyApp", "--all"], 2, "'--all' needs a condition."),
            (["--all", "--when", "threads=1.."], 2, "'--all' is about the processes of one name."),
            (["4711", "--all", "--when", "threads=1.."], 2, "'4711' is no name of processes, which '--all' needs."),
            (["--all", "--wait-for", "MyApp", "--when", "threads=1.."], 2, "so '--wait-for MyApp' has no use."),
            (["MyApp", "--all", "--before-handlers", "--when", "exception=*"], 2, "'--before-handlers' holds threads of one process"),
            (["--all", "--when", "threads=1..", "--", "dotnet", "it.dll"], 2, "'--all' is about the processes of one name."),
        ])
        {
            ToolRun run = await FathomTool.RunAsync(["dump", .. words], null, folder: _folder.Path);

            Assert.True(code == run.ExitCode, run.ToString());
            Assert.Contains(said, run.Error, StringComparison.Ordinal);
            Assert.Contains("\n  next: ", run.Error, StringComparison.Ordinal);
        }

        Assert.Empty(Directory.EnumerateFileSystemEntries(_folder.Path));
    }

    private static SampleProcess Start(string program) =>
        SampleProcess.Start(new ProcessStartInfo("dotnet", [Path.Combine(program, "EachOfThem.dll")]));

    private static int PidOf(string path) => int.Parse(Path.GetFileName(path).Split('_')[0], CultureInfo.InvariantCulture);
}
