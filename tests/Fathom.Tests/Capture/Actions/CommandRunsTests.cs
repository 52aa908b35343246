using System.Collections.Concurrent;
using System.Diagnostics;
using System.Globalization;
using Fathom.Capture.Actions;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Capture.Actions;

/// <summary>Commands of the user, run beside a recorder that goes on.</summary>
[System.Runtime.Versioning.UnsupportedOSPlatform("windows")]
public sealed class CommandRunsTests : IDisposable
{
    private readonly TestFolder _folder = new();
    private readonly ConcurrentQueue<string> _said = [];

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void A_command_knows_what_happened_and_its_code_is_reported()
    {
        ThenAction action = Script(
            "env | grep -E '^FATHOM_(PID|CAUSE|FILE)=' | sort > \"$1\"; read line; echo lines: $line >> \"$1\"; "
            + "echo much; echo broken >&2; exit 7");
        using CommandRuns runs = new(_said.Enqueue, CommandRuns.UsualLongest, CancellationToken.None);

        runs.Begin(action, 4711, "threads=1.. (threads=7) \"$(id)\" 'x'", _folder.File("it.core"));
        runs.Await(CancellationToken.None);

        Assert.Equal(
            $"FATHOM_CAUSE=threads=1.. (threads=7) \"$(id)\" 'x'\nFATHOM_FILE={_folder.File("it.core")}\nFATHOM_PID=4711\nlines:\n",
            File.ReadAllText(_folder.File("out")));
        string said = Assert.Single(_said);
        Assert.Matches("^'exec .*/script .*/out' ended with exit code 7 after [0-9.]+ s: broken$", said);
        Assert.Equal(1, runs.Failed);
    }

    [Fact]
    public void One_that_ends_with_0_is_no_failure_and_has_no_file_where_none_was_made()
    {
        ThenAction action = Script("echo \"[$FATHOM_FILE]\" > \"$1\"; echo not an error >&2");
        using CommandRuns runs = new(_said.Enqueue, CommandRuns.UsualLongest, CancellationToken.None);

        runs.Begin(action, 1, new string('x', 1 << 20), null);
        runs.Await(CancellationToken.None);

        Assert.Equal("[]\n", File.ReadAllText(_folder.File("out")));
        Assert.Matches("ended with exit code 0 after [0-9.]+ s$", Assert.Single(_said));
        Assert.Equal(0, runs.Failed);
    }

    [Fact]
    public void One_that_hangs_does_not_block_and_is_ended_with_what_it_has_started()
    {
        ThenAction action = Script("sleep 600 & echo $! >> \"$1\"; wait");
        CommandRuns runs = new(_said.Enqueue, CommandRuns.UsualLongest, CancellationToken.None);
        for (int i = 0; i <= CommandRuns.MostAtOnce; i++)
            runs.Begin(action, 1, "", null);

        Assert.EndsWith("was not run: 4 commands run already", Assert.Single(_said), StringComparison.Ordinal);
        string path = _folder.File("out");
        Assert.True(SpinWait.SpinUntil(
            () => File.Exists(path) && File.ReadAllText(path).Split('\n').Length > CommandRuns.MostAtOnce, Patience));
        int[] children = Array.ConvertAll(File.ReadAllLines(path), static line => int.Parse(line, CultureInfo.InvariantCulture));
        Assert.All(children, static child => Assert.True(IsRunning(child)));
        runs.Dispose();

        Assert.Equal(5, runs.Failed);
        Assert.Equal(4, _said.Count(static sentence => sentence.EndsWith("was ended as Fathom ends", StringComparison.Ordinal)));
        Assert.True(SpinWait.SpinUntil(() => !Array.Exists(children, IsRunning), Patience));
    }

    [Fact]
    public void One_is_ended_when_Fathom_ends_although_nobody_waits_for_it_yet()
    {
        using CancellationTokenSource stop = new();
        using CommandRuns runs = new(_said.Enqueue, CommandRuns.UsualLongest, stop.Token);
        ThenAction action = Script("exec sleep 600");
        runs.Begin(action, 1, "", null);
        Assert.Empty(_said);

        stop.Cancel();

        Assert.True(SpinWait.SpinUntil(() => !_said.IsEmpty, Patience));
        Assert.EndsWith("was ended as Fathom ends", Assert.Single(_said), StringComparison.Ordinal);
        runs.Begin(action, 1, "", null);
        Assert.EndsWith("was not run: Fathom ends", _said.Last(), StringComparison.Ordinal);
        Assert.Equal(2, runs.Failed);
    }

    [Fact]
    public void One_that_takes_too_long_is_ended()
    {
        using CommandRuns runs = new(_said.Enqueue, TimeSpan.FromMilliseconds(50), CancellationToken.None);

        runs.Begin(Script("exec sleep 600"), 1, "", null);
        runs.Await(CancellationToken.None);

        Assert.EndsWith("was ended after 0 s, the most that a command has", Assert.Single(_said), StringComparison.Ordinal);
        Assert.Equal(1, runs.Failed);
    }

    [Fact]
    public void One_that_writes_without_end_is_read_and_one_that_leaves_a_child_behind_has_ended()
    {
        using CommandRuns runs = new(_said.Enqueue, CommandRuns.UsualLongest, CancellationToken.None);

        runs.Begin(Script("sleep 600 & echo $! > \"$1\"; head -c 5000000 /dev/zero; head -c 5000000 /dev/zero >&2"), 1, "", null);
        runs.Await(CancellationToken.None);

        Assert.Contains("ended with exit code 0", Assert.Single(_said), StringComparison.Ordinal);
        Process.GetProcessById(int.Parse(File.ReadAllText(_folder.File("out")), CultureInfo.InvariantCulture)).Kill();
    }

    [Fact]
    public void One_that_is_gone_by_then_is_told()
    {
        ThenAction action = Script("true");
        File.Delete(action.Command[0]);
        using CommandRuns runs = new(_said.Enqueue, CommandRuns.UsualLongest, CancellationToken.None);

        runs.Begin(action, 1, "", null);

        Assert.Contains("' was not run. '", Assert.Single(_said), StringComparison.Ordinal);
        Assert.Equal(1, runs.Failed);
    }

    private static TimeSpan Patience => TimeSpan.FromSeconds(60);

    // A zombie that nobody reaps yet has ended too.
    private static bool IsRunning(int pid)
    {
        try
        {
            return !File.ReadAllText($"/proc/{pid}/stat").Contains(") Z ", StringComparison.Ordinal);
        }
        catch (IOException)
        {
            return false;
        }
    }

    private ThenAction Script(string text)
    {
        string script = _folder.File("script");
        File.WriteAllText(script, $"#!/bin/sh\n{text}\n");
        File.SetUnixFileMode(script, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
        return Assert.Single(ThenAction.Parse("--then", [$"exec {script} {_folder.File("out")}"]));
    }
}
