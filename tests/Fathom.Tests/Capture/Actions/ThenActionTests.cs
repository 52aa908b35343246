using Fathom.Capture.Actions;
using Fathom.Model;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Capture.Actions;

/// <summary>What <c>--then</c> takes, and what it refuses before anything starts.</summary>
[System.Runtime.Versioning.UnsupportedOSPlatform("windows")]
public sealed class ThenActionTests : IDisposable
{
    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Each_action_is_read_in_the_order_of_the_user()
    {
        IReadOnlyList<ThenAction> actions = ThenAction.Parse(
            "--then", ["stacks", "exec sh  -x\t7", "dump", "recording", "snapshot", "exec true"]);

        Assert.Equal(
            [ThenKind.Stacks, ThenKind.Exec, ThenKind.Dump, ThenKind.Recording, ThenKind.Snapshot, ThenKind.Exec],
            actions.Select(static action => action.Kind));
        Assert.Equal(["-x", "7"], actions[1].Command.Skip(1));
        Assert.EndsWith("/sh", actions[1].Command[0], StringComparison.Ordinal);
        Assert.True(Path.IsPathRooted(actions[1].Command[0]));
        Assert.Equal(
            [".stacks.fathom", ".core", ".recording.fathom", ".heap.fathom"],
            actions.Where(static action => action.Kind != ThenKind.Exec).Select(static action => action.Suffix));
    }

    [Theory]
    [InlineData("stack", "'stack' in '--then stack' cannot be done.", ExitCode.Usage)]
    [InlineData("", "'' in '--then ' cannot be done.", ExitCode.Usage)]
    [InlineData("exec", "'--then exec' has no command.", ExitCode.Usage)]
    [InlineData("exec echo \"a b\"", "\" in '--then exec echo \"a b\"' has no meaning: no shell reads the command", ExitCode.Usage)]
    [InlineData("exec echo $FATHOM_FILE", "$ in '--then exec echo $FATHOM_FILE' has no meaning", ExitCode.Usage)]
    [InlineData("exec cat | wc", "| in '--then exec cat | wc' has no meaning", ExitCode.Usage)]
    [InlineData("exec ./notify.sh >log", "> in '--then exec ./notify.sh >log' has no meaning", ExitCode.Usage)]
    [InlineData("exec ./notify.sh 2>/dev/null", "> in '--then exec ./notify.sh 2>/dev/null' has no meaning", ExitCode.Usage)]
    [InlineData("exec cat <in", "< in '--then exec cat <in' has no meaning", ExitCode.Usage)]
    [InlineData("exec true;false", "; in '--then exec true;false' has no meaning", ExitCode.Usage)]
    [InlineData("exec sleep 1 &", "& in '--then exec sleep 1 &' has no meaning", ExitCode.Usage)]
    [InlineData("exec no-such-thing-7", "'no-such-thing-7' cannot be run: no folder of PATH has a program of that name.", ExitCode.Target)]
    [InlineData("exec ./no-such-program-7 -x", "'./no-such-program-7' cannot be run: it is not there.", ExitCode.Target)]
    [InlineData("exec /etc", "'/etc' cannot be run: it is a folder.", ExitCode.Target)]
    [InlineData("exec /etc/passwd", "'/etc/passwd' cannot be run: it is not executable.", ExitCode.Target)]
    public void What_can_never_be_done_is_one_sentence(string text, string said, ExitCode code)
    {
        FathomException error = Assert.Throws<FathomException>(() => ThenAction.Parse("--then", [text]));

        Assert.StartsWith(said, error.Message, StringComparison.Ordinal);
        Assert.Equal(code, error.ExitCode);
    }

    [Fact]
    public void A_program_without_the_right_to_run_is_refused_until_it_has_it()
    {
        string script = _folder.File("notify");
        File.WriteAllText(script, "#!/bin/sh\n");

        Assert.Contains("it is not executable", Refusal($"exec {script}"), StringComparison.Ordinal);
        File.SetUnixFileMode(script, UnixFileMode.UserRead | UnixFileMode.UserExecute);
        Assert.Equal(script, Assert.Single(ThenAction.Parse("--then", [$"exec {script}"])).Command[0]);
    }

    [Fact]
    public void An_action_is_done_once_each_time_and_there_are_not_endlessly_many()
    {
        Assert.Contains("'--then dump' stands twice", Refusal("dump", "stacks", "dump"), StringComparison.Ordinal);
        Assert.Contains("17 times", Refusal([.. Enumerable.Repeat("exec true", 17)]), StringComparison.Ordinal);
    }

    [Fact]
    public void What_looks_at_the_process_comes_first_and_a_command_has_the_last_file_before_it()
    {
        List<string> done = [];
        IReadOnlyList<ThenAction> actions = ThenAction.Parse(
            "--then", ["exec true", "stacks", "exec true", "recording", "dump", "exec true"]);

        ActionOrder.Do(
            actions,
            action =>
            {
                done.Add(action.Word);
                return action.Kind == ThenKind.Dump ? null : $"it{action.Suffix}";
            },
            () => done.Add("(let go)"),
            (_, file) => done.Add($"run with {file ?? "nothing"}"));

        Assert.Equal(
            ["stacks", "dump", "(let go)", "run with nothing", "run with it.stacks.fathom", "recording", "run with it.recording.fathom"],
            done);
    }

    [Fact]
    public void A_thread_that_is_held_is_let_go_whatever_happens()
    {
        bool isLetGo = false;

        Assert.Throws<OperationCanceledException>(() => ActionOrder.Do(
            ThenAction.Parse("--then", ["dump", "exec true"]),
            static _ => throw new OperationCanceledException(),
            () => isLetGo = true,
            static (_, _) => Assert.Fail("It was run.")));

        Assert.True(isLetGo);
    }

    private static string Refusal(params string[] texts) =>
        Assert.Throws<FathomException>(() => ThenAction.Parse("--then", texts)).Message;
}
