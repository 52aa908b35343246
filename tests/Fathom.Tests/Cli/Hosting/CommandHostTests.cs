using System.Text;
using Fathom.Cli.Frame;
using Fathom.Model;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Cli.Hosting;

public sealed class CommandHostTests
{
    [Fact]
    public async Task A_command_gets_its_arguments_and_only_that_command_is_built()
    {
        HostRun run = await HostRun.ProbeAsync("probe", "well", "again", "--top", "3");

        Assert.Equal((ExitCode.Ok, "subjects well again, top 3, Normal\n", ""), (run.Code, run.Out, run.Error));
    }

    [Fact]
    public async Task General_options_may_stand_before_the_verb() =>
        Assert.Equal("subjects well, top -, Detailed\n", (await HostRun.ProbeAsync("-v", "probe", "well")).Out);

    [Fact]
    public async Task A_subject_with_the_name_of_the_verb_is_a_subject() =>
        Assert.Equal("subjects probe, top -, Quiet\n", (await HostRun.ProbeAsync("probe", "probe", "-q")).Out);

    [Theory]
    [InlineData("4711")]
    [InlineData("pid:4711")]
    [InlineData("name:list")]
    [InlineData("file:a.core")]
    [InlineData("./missing.fathom")]
    [InlineData("/")]
    public async Task A_subject_alone_asks_for_its_facts(string subject) =>
        Assert.Equal($"subjects {subject}, top -, Normal\n", (await HostRun.ProbeAsync(subject)).Out);

    [Fact]
    public async Task A_view_is_reached_below_its_verb() => Assert.Equal("view\n", (await HostRun.ProbeAsync("probe", "list")).Out);

    [Theory]
    [InlineData("target", ExitCode.Target)]
    [InlineData("limit", ExitCode.LimitBroken)]
    [InlineData("defect", ExitCode.Partial)]
    [InlineData("pipe", ExitCode.Ok)]
    public async Task Each_way_to_end_has_its_exit_code(string way, ExitCode expected) =>
        Assert.Equal(expected, (await HostRun.ProbeAsync("probe", way)).Code);

    [Fact]
    public async Task A_broken_pipe_ends_quietly() => Assert.Equal("", (await HostRun.ProbeAsync("probe", "pipe")).Error);

    [Fact]
    public async Task A_stopped_command_ends_with_the_code_of_the_signal_and_says_so()
    {
        HostRun run = await HostRun.StoppedProbeAsync("probe", "stopped");

        Assert.Equal((ExitCode.Interrupted, "", "stopped before the result was complete\n"), (run.Code, run.Out, run.Error));
    }

    [Fact]
    public async Task A_failed_command_prints_nothing_on_standard_output() => Assert.Equal("", (await HostRun.ProbeAsync("probe", "target")).Out);

    [Theory]
    [InlineData("defect")]
    [InlineData("target")]
    public async Task Details_name_the_place_and_the_causes_and_are_no_stack_trace(string probe)
    {
        string brief = (await HostRun.ProbeAsync("probe", probe)).Error;
        string detailed = (await HostRun.ProbeAsync("probe", probe, "-v")).Error;

        Assert.DoesNotContain("  in: ", brief, StringComparison.Ordinal);
        Assert.Contains("  in: Fathom.Tests.Cli.", detailed, StringComparison.Ordinal);
        Assert.DoesNotContain("   at ", detailed, StringComparison.Ordinal);
        Assert.DoesNotContain(".cs:", detailed, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Errors_are_one_sentence_and_one_next_step()
    {
        string[][] lines =
        [
            ["prob"], ["unheard"], ["-x"], ["help", "prbe"], ["help", "probe", "lsit"], ["help", "probe", "list", "x"], ["hlep"],
            ["probe"], ["probe", "well", "--topp", "3"], ["probe", "well", "--unheard"], ["probe", "well", "--top"],
            ["probe", "well", "--top", "1", "--top", "2"],
            ["probe", "well", "--where"], ["probe", "well", "--quiet=maybe"], ["probe", "list", "extra"], ["probe", "well", "-xq"],
            ["probe", "@missing"], ["probe", "target"], ["probe", "defect"],
        ];
        StringBuilder text = new();
        foreach (string[] line in lines)
            text.Append($"$ fathom {string.Join(' ', line)}\n{await HostRun.ProbeAsync(line)}\n");

        Snapshot.Match(text.ToString(), "errors.txt");
    }

    [Theory]
    [InlineData("root-help.txt", "--help")]
    [InlineData("root-help.txt", "help")]
    [InlineData("root-help.txt", "-h")]
    [InlineData("root-help.txt")]
    [InlineData("verb-help.txt", "probe", "--help")]
    [InlineData("verb-help.txt", "help", "probe")]
    [InlineData("verb-help.txt", "probe", "-h", "--wrong")]
    [InlineData("view-help.txt", "probe", "list", "--help")]
    [InlineData("view-help.txt", "help", "probe", "list")]
    [InlineData("view-help.txt", "-q", "help", "probe", "list", "--no-color")]
    [InlineData("verb-help-all.txt", "probe", "--help", "all")]
    [InlineData("verb-help-all.txt", "help", "probe", "all")]
    public async Task Help_shows_what_is_built(string snapshot, params string[] args)
    {
        HostRun run = await HostRun.ProbeAsync(args);

        Assert.Equal((ExitCode.Ok, ""), (run.Code, run.Error));
        Snapshot.Match(run.Out, snapshot);
    }

    [Fact]
    public async Task Colours_are_used_on_a_terminal_only_and_not_against_the_users_wish()
    {
        TerminalFacts terminal = new(true, true, 100, Colour: true);

        Assert.Contains("\e[31m", await ErrorOfAsync(terminal, ["unheard"]), StringComparison.Ordinal);
        Assert.DoesNotContain('\e', await ErrorOfAsync(terminal with { Colour = false }, ["unheard"]));
        Assert.DoesNotContain('\e', await ErrorOfAsync(TerminalFacts.Redirected with { Colour = true }, ["unheard"]));
        Assert.DoesNotContain('\e', await ErrorOfAsync(terminal, ["--no-color", "unheard"]));
    }

    private static async Task<string> ErrorOfAsync(TerminalFacts terminal, string[] args) =>
        (await HostRun.OfAsync([], terminal, args, TestContext.Current.CancellationToken)).Error;
}
