using System.Diagnostics;
using System.Globalization;
using System.Text.Json;
using Fathom.EndToEnd.Dumps;
using Fathom.EndToEnd.Harness;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Recording;

/// <summary>What a flight recorder does beside a save when a program meets a condition.</summary>
[Trait(Needs.Trait, Needs.RootReason)]
[System.Runtime.Versioning.UnsupportedOSPlatform("windows")]
[Collection(nameof(WholeMachine))]
public sealed class RecordThenTests : IDisposable
{
    private const string Condition = "exception=*OrderException,message=*order 2 is refused*";

    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    [Trait("Category", "Slow")]
    public async Task A_dump_stacks_and_a_snapshot_are_made_beside_the_save_and_a_command_has_its_name()
    {
        Needs.Root();
        string script = Script("notify", "env | grep -E '^FATHOM_(PID|CAUSE|FILE)=' | sort >> \"$1\"");
        using SampleProcess events = SampleProcess.Start("Events");
        using Process ring = Start(
            events, "--count", "1", "--then", "stacks", "--then", "dump", "--then", $"exec {script} {_folder.File("told")}",
            "--then", "snapshot", "--then", "recording", "--then", $"exec {script} {_folder.File("told-last")}");
        Task<string> error = ring.StandardError.ReadToEndAsync(TestContext.Current.CancellationToken);
        Task<string> output = ring.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken);
        await Patience.UntilAsync(() => HasEvents(events.Pid));

        Assert.Equal("done throw 3", events.Ask("throw 3"));
        await ring.WaitForExitAsync(TestContext.Current.CancellationToken);

        Assert.True(ring.ExitCode is 0 or 1, await error);
        Assert.DoesNotContain("of --then failed", await error + await output, StringComparison.Ordinal);
        string stem = Path.GetFileName(Directory.GetFiles(_folder.Path, "*.core").Single())[..^".core".Length];
        Assert.Matches($"^ring_{events.Pid}_[0-9]{{8}}-[0-9]{{6}}$", stem);
        string[] made = [$"{stem}.core", $"{stem}.core.fathom", $"{stem}.heap.fathom", $"{stem}.stacks.fathom"];
        Assert.Equal(["notify", "ring-1.fathom", "ring.fathom", .. made, "told", "told-last"], Names());
        // The cause has the thread, which differs.
        string cause = $"FATHOM_CAUSE={Condition} (Events.OrderException: order 2 is refused";
        foreach ((string told, string file) in ((string, string)[])[("told", made[0]), ("told-last", "ring-1.fathom")])
        {
            string[] lines = await File.ReadAllLinesAsync(_folder.File(told), TestContext.Current.CancellationToken);
            Assert.StartsWith(cause, lines[0], StringComparison.Ordinal);
            Assert.Equal([$"FATHOM_FILE={_folder.File(file)}", $"FATHOM_PID={events.Pid}"], lines[1..]);
        }

        Assert.Contains($"'exec {script} {_folder.File("told")}' ended with exit code 0 after ", await error, StringComparison.Ordinal);
        foreach (string name in (string[])[made[0], made[2], made[3]])
            Assert.Contains($"Made meanwhile: '{name}' (", await output, StringComparison.Ordinal);
        JsonElement[] threads = await FathomTool.RowsAsync("stacks", _folder.File(made[3]), "--by", "thread");
        Assert.Contains(threads, thread => thread.GetProperty("tid").GetInt32() == events.Pid);
        Assert.NotEmpty(await FathomTool.RowsAsync("heap", _folder.File(made[2])));
        ToolRun verified = await FathomTool.RunAsync("dump", "--verify", _folder.File(made[0]), "--format", "json");
        Assert.True(Assert.Single(DumpJson.Of(verified)).Verified);
        await TargetHealth.CheckAsync(events, beats: false);
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task A_command_that_hangs_holds_up_no_save_and_is_ended_with_the_recorder()
    {
        Needs.Root();
        string script = Script("hang", "echo $$ >> \"$1\"; exec sleep 600");
        using SampleProcess events = SampleProcess.Start("Events");
        using Process ring = Start(events, "--every", "1ms", "--then", $"exec {script} {_folder.File("pids")}");
        Task<string> error = ring.StandardError.ReadToEndAsync(TestContext.Current.CancellationToken);
        Task<string> output = ring.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken);
        await Patience.UntilAsync(() => HasEvents(events.Pid));

        for (int i = 1; i <= 2; i++)
        {
            Assert.Equal("done throw 3", events.Ask("throw 3"));
            await Patience.UntilAsync(() => Pids().Length >= i && Directory.Exists(_folder.File($"ring-{i}.fathom")));
        }

        Process.Start("kill", ["-INT", ring.Id.ToString(CultureInfo.InvariantCulture)]).WaitForExit();
        await ring.WaitForExitAsync(TestContext.Current.CancellationToken);

        Assert.Equal(1, ring.ExitCode);
        Assert.Contains("was ended as Fathom ends", await error, StringComparison.Ordinal);
        Assert.Contains("actions of --then failed; each was said then", await error + await output, StringComparison.Ordinal);
        await Patience.UntilAsync(() => Pids().All(static pid => !Directory.Exists($"/proc/{pid}")));
        Assert.True(Directory.Exists(_folder.File("ring.fathom")));
        await TargetHealth.CheckAsync(events, beats: false);
    }

    [Fact]
    public async Task What_can_never_be_done_is_said_before_anything_is_made()
    {
        Needs.Root();
        using Process other = Process.Start("sleep", "600");
        string pid = other.Id.ToString(CultureInfo.InvariantCulture);
        try
        {
            foreach ((string[] words, int code, string said) in ((string[], int, string)[])
            [
                (["--when", "threads=9999..", "--then", "snapshot"], 3, pid),
                (["--when", "threads=9999..", "--then", "stacks", "--then", "dump"], 3, pid),
                (["--when", "threads=9999..", "--then", "exec ./no-program"], 3, "'./no-program' cannot be run: it is not there."),
                (["--then", "stacks"], 2, "'--then stacks' needs a condition."),
            ])
            {
                ToolRun run = await FathomTool.RunAsync(["record", "--save", _folder.File("ring.fathom"), pid, "--ring", "60s", .. words]);

                Assert.True(code == run.ExitCode, run.ToString());
                Assert.Contains(said, run.Error, StringComparison.Ordinal);
                Assert.Contains("\n  next: ", run.Error, StringComparison.Ordinal);
            }
        }
        finally
        {
            other.Kill();
            await other.WaitForExitAsync(CancellationToken.None);
        }

        Assert.Empty(Directory.EnumerateFileSystemEntries(_folder.Path));
    }

    private Process Start(SampleProcess target, params string[] more) => Process.Start(FathomTool.Start(
        FathomTool.Executable,
        ["record", "--save", "ring.fathom", $"{target.Pid}", "--ring", "1h", "--when", Condition, .. more],
        null,
        _folder.Path))!;

    private string[] Pids() => File.Exists(_folder.File("pids")) ? File.ReadAllLines(_folder.File("pids")) : [];

    private bool HasEvents(int pid)
    {
        string ring = _folder.File("ring.raw/ring");
        return Directory.Exists(ring) && Directory.GetFiles(ring, $"{pid}.nettrace*").Any(static path => new FileInfo(path).Length > 0);
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
