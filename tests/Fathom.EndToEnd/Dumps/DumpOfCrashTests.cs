using System.Diagnostics;
using System.Text.RegularExpressions;
using Fathom.EndToEnd.Harness;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Dumps;

/// <summary>What ends a program that was started for it. The kernel writes no core beside it, whatever the machine's settings: the limit of the tool is 0.</summary>
public sealed class DumpOfCrashTests : IDisposable
{
    private static readonly string s_program = Path.Combine(Repository.SampleFolder("Throws"), "Throws");

    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [Trait("Category", "Slow")]
    [InlineData("unhandled")]
    [InlineData("overflow")]
    [InlineData("failfast")]
    public async Task What_ends_a_program_is_dumped_with_its_map(string how)
    {
        ToolRun run = await RunAsync("--format csv", $"throw 1\nend {how}");

        Assert.True(run.ExitCode == 0, run.ToString());
        Assert.Matches($"^ready {{}}\nhandled 1\npath,kind,.*\n{Regex.Escape(_folder.File("it.core"))},heap,[0-9]+,[0-9]+,true\n$", run.Out);
        Assert.Contains($"note: '{_folder.File("it.core")}' was triggered by the end of '{s_program}': ", run.Error, StringComparison.Ordinal);
        Assert.Matches("killed by signal 6 \\(SIGABRT\\)|exit code 134", run.Error);
        Assert.Equal(["it.core", "it.core.fathom"], Left());
        Assert.Equal(1, (await HeapJson.AskAsync("heap", _folder.File("it.core"), "--type", "Throws.Handled")).Row("Throws.Handled").GetProperty("count").GetInt64());
        Assert.NotEqual("0", await SqlAsync("select count(*) from memory_region where category = 'managed heap'"));
        Assert.Equal("it.core heap true", await SqlAsync("select path || ' ' || kind || ' ' || verified from dump"));
        Assert.Equal("Throws", await SqlAsync("select name from process"));
    }

    [Theory]
    [InlineData("", "exit code 0")]
    [InlineData("end 7", "exit code 7")]
    public async Task A_program_that_ends_otherwise_leaves_nothing(string line, string end)
    {
        ToolRun run = await RunAsync("", line);

        Assert.Equal((3, "ready {}\n"), (run.ExitCode, run.Out));
        Assert.StartsWith($"error: '{s_program}' ended without a crash dump: {end}. There is no dump.\n  next: ", run.Error, StringComparison.Ordinal);
        Assert.Empty(Left());
    }

    [Fact]
    public async Task A_child_that_crashes_is_dumped_and_settings_of_the_user_are_said()
    {
        string elsewhere = Directory.CreateDirectory(_folder.File("elsewhere")).FullName;

        ToolRun run = await RunAsync(
            "--kind mini --format csv", "child end failfast\nend 3", ("DOTNET_DbgMiniDumpName", $"{elsewhere}/mine.core"), ("DOTNET_EnableCrashReportOnly", "1"));

        Assert.True(run.ExitCode == 0, run.ToString());
        string child = Regex.Match(run.Out, "child ([0-9]+) 134\n").Groups[1].Value;
        Assert.Contains($"{_folder.File("it.core")},mini,", run.Out, StringComparison.Ordinal);
        Assert.Contains($"was triggered by the end of process {child}, which '{s_program}' or a child of it had started", run.Error, StringComparison.Ordinal);
        Assert.DoesNotContain("There is no memory map", run.Error, StringComparison.Ordinal);
        Assert.Contains("does not get DOTNET_DbgMiniDumpName, DOTNET_EnableCrashReportOnly of this environment", run.Error, StringComparison.Ordinal);
        Assert.Empty(Directory.EnumerateFileSystemEntries(elsewhere));
        Assert.Equal(["elsewhere", "it.core", "it.core.fathom"], Left());
    }

    [Fact]
    public async Task A_throw_and_the_end_that_it_leads_to_are_two_dumps()
    {
        ToolRun run = await RunAsync("--kind mini --before-handlers --when exception=Throws.* --format csv", "end unhandled");

        Assert.True(run.ExitCode == 0, run.ToString());
        Assert.Matches("it.core,mini,.*,true\n.*it_2.core,mini,.*,true\n$", run.Out);
        Assert.Contains("after the throw, before any handler ran", run.Error, StringComparison.Ordinal);
        Assert.Contains("it_2.core' was triggered by the end of ", run.Error, StringComparison.Ordinal);
        Assert.Equal(["it.core", "it.core.fathom", "it_2.core", "it_2.core.fathom"], Left());
    }

    [Fact]
    public async Task What_cannot_be_started_or_named_leaves_nothing()
    {
        ToolRun missing = await FathomTool.RunAsync("dump", "-o", _folder.File("it.core"), "--", "./no-program");
        Assert.Equal((3, ""), (missing.ExitCode, missing.Out));
        Assert.StartsWith("error: './no-program' cannot be started: ", missing.Error, StringComparison.Ordinal);
        Assert.Empty(Left());

        await File.WriteAllTextAsync(_folder.File("it.core"), "mine\n", TestContext.Current.CancellationToken);
        ToolRun taken = await RunAsync("", "end 0");
        Assert.Equal((3, ""), (taken.ExitCode, taken.Out));
        Assert.StartsWith($"error: '{_folder.File("it.core")}' exists already.", taken.Error, StringComparison.Ordinal);
        Assert.Equal(["it.core"], Left());
    }

    [Theory]
    [InlineData("TERM", 143)]
    [InlineData("INT", 130)]
    [InlineData("KILL", 137)]
    public async Task A_tool_that_is_ended_leaves_nothing_and_passes_it_on(string signal, int code)
    {
        using Process tool = Process.Start(FathomTool.Start(FathomTool.Executable, ["dump", "-o", _folder.File("it.core"), "--", s_program], null, null))!;
        Assert.Equal("ready {}", await tool.StandardOutput.ReadLineAsync(TestContext.Current.CancellationToken));
        int program = int.Parse(
            await File.ReadAllTextAsync($"/proc/{tool.Id}/task/{tool.Id}/children", TestContext.Current.CancellationToken) is var children
                ? children.Split(' ').First(static id => File.ReadAllText($"/proc/{id}/comm") == "Throws\n") : "",
            System.Globalization.CultureInfo.InvariantCulture);
        using (Process kill = Process.Start("kill", [$"-{signal}", $"{tool.Id}"]))
            await kill.WaitForExitAsync(TestContext.Current.CancellationToken);
        await tool.WaitForExitAsync(TestContext.Current.CancellationToken);

        Assert.Equal(code, tool.ExitCode);
        Assert.True(SpinWait.SpinUntil(() => Left().Length == 0, TimeSpan.FromSeconds(30)), "a folder is left");
        if (signal != "KILL")
            Assert.False(Directory.Exists($"/proc/{program}"), "the program runs on");

        // A program that outlives the tool crashes as it would without: nothing is written.
        tool.StandardInput.Close();
    }

    [Fact]
    public async Task A_later_run_removes_what_a_killed_one_left()
    {
        string left = Directory.CreateDirectory(_folder.File(".fathom-crash-4194300-1-left")).FullName;
        await File.WriteAllTextAsync(Path.Combine(left, "1.core"), "half", TestContext.Current.CancellationToken);

        await RunAsync("", "end 0");

        Assert.Empty(Left());
    }

    // A program that puts a core where its runtime's writer would, and that nobody has seen at work.
    [Fact]
    public async Task A_dump_of_an_unseen_writer_is_kept_without_a_map()
    {
        ToolRun run = await RunFakeAsync("cat", "");

        Assert.Equal(0, run.ExitCode);
        Assert.Contains($"There is no memory map next to '{_folder.File("it.core")}'. It had ended before it could be read.", run.Error, StringComparison.Ordinal);
        Assert.Equal(["it.core", "real"], Left());
    }

    [Fact]
    public async Task A_dump_that_cannot_be_verified_is_kept_and_said()
    {
        ToolRun run = await RunFakeAsync("cat", $"--dac '{Directory.CreateDirectory(_folder.File("none")).FullName}'");

        Assert.Equal(1, run.ExitCode);
        Assert.Matches("note: The dump is complete, but not verified\\. .*none", run.Error);
        Assert.Matches("it.core,heap,.*,false\n$", run.Out);
        Assert.Equal(["it.core", "none", "real"], Left());
    }

    [Fact]
    public async Task A_dump_that_is_not_whole_is_removed()
    {
        ToolRun run = await RunFakeAsync("head -c 100000", "");

        Assert.Equal((3, ""), (run.ExitCode, run.Out));
        Assert.Matches("note: The dump of process [0-9]+ is incomplete, so it is removed", run.Error);
        Assert.Contains("There is no dump.", run.Error, StringComparison.Ordinal);
        Assert.Equal(["real"], Left());
    }

    [Fact]
    public async Task A_full_disk_leaves_nothing()
    {
        Needs.Root();
        string small = Directory.CreateDirectory(_folder.File("small")).FullName;

        // A file system of 4 MiB that only the tool and its program see.
        ToolRun run = await FathomTool.ShellAsync(
            $"""
            ulimit -c 0
            unshare --mount sh -c "mount -t tmpfs -o size=4m none '{small}' && echo end failfast | '{FathomTool.Executable}' dump -o '{small}/it.core' -- '{s_program}'; echo exit \$?; ls -A '{small}'"
            """);

        Assert.Equal("ready {}\nexit 3\n", run.Out);
        Assert.Contains("There is no dump.", run.Error, StringComparison.Ordinal);
    }

    private async Task<ToolRun> RunFakeAsync(string copy, string options)
    {
        string real = _folder.File("real");
        using (SampleProcess sample = SampleProcess.Start("HeapMix", "1200"))
            await CoreDump.WriteAsync(sample.Pid, real);
        string script = $"{copy} '{real}' > $(echo \"$DOTNET_DbgMiniDumpName\" | sed s/%p/$$/); kill -ABRT $$";
        return await FathomTool.RunAsync([
            "dump", "--format", "csv", "-o", _folder.File("it.core"),
            .. options.Replace("'", "", StringComparison.Ordinal).Split(' ', StringSplitOptions.RemoveEmptyEntries),
            "--", "sh", "-c", script,
        ]);
    }

    private string[] Left() => [.. Directory.EnumerateFileSystemEntries(_folder.Path).Select(static path => Path.GetFileName(path)).Order(StringComparer.Ordinal)];

    private async Task<ToolRun> RunAsync(string options, string lines, params (string Name, string Value)[] environment)
    {
        string input = string.Concat(lines.Split('\n', StringSplitOptions.RemoveEmptyEntries).Select(static line => line + "\\n"));
        return await FathomTool.ShellAsync(
            $"ulimit -c 0; printf '{input}' | fathom dump {options} -o '{_folder.File("it.core")}' -- '{s_program}'", environment.ToDictionary(static each => each.Name, static each => each.Value));
    }

    private async Task<string> SqlAsync(string query)
    {
        ToolRun run = await FathomTool.RunAsync("sql", query, _folder.File("it.core.fathom"), "--format", "csv");
        Assert.True(run.ExitCode == 0, run.ToString());
        return run.Out.Split('\n')[1];
    }
}
