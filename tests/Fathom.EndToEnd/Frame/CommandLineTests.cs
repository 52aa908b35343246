using Fathom.EndToEnd.Harness;
using Fathom.Model;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Frame;

public sealed class CommandLineTests
{
    private static readonly Dictionary<string, string> s_xterm = new() { ["TERM"] = "xterm-256color" };

    [Fact]
    public async Task The_version_is_one_line()
    {
        ToolRun run = await FathomTool.RunAsync("--version");

        Assert.Matches(@"^fathom \d+\.\d+\.\d+\n$", run.Out);
        Assert.Equal((0, ""), (run.ExitCode, run.Error));
        Assert.Equal(run.Out, (await FathomTool.RunAsync("-q", "--version")).Out);
    }

    [Fact]
    public async Task The_help_lists_every_verb_that_is_built()
    {
        ToolRun run = await FathomTool.RunAsync("--help");

        Assert.Equal((0, ""), (run.ExitCode, run.Error));
        Snapshot.Match(run.Out, "help.txt");
    }

    [Fact]
    public async Task An_unknown_verb_is_one_line_with_the_next_step_and_nothing_on_standard_output()
    {
        ToolRun run = await FathomTool.RunAsync("unheard-of");

        Assert.Equal((2, "", "error: Unknown verb 'unheard-of'.\n  next: fathom --help lists the verbs\n"), (run.ExitCode, run.Out, run.Error));
    }

    [Fact]
    public async Task A_terminal_gets_colours_and_nobody_else_does()
    {
        Assert.Contains("\e[31merror:\e[0m", (await Terminal.RunAsync(100, s_xterm, "unheard-of")).Out, StringComparison.Ordinal);
        Assert.DoesNotContain('\e', (await FathomTool.RunAsync(["unheard-of"], s_xterm)).Error);
    }

    [Theory]
    [InlineData("NO_COLOR", "1")]
    [InlineData("CI", "true")]
    [InlineData("TERM", "dumb")]
    public async Task The_environment_can_forbid_colours(string variable, string value)
    {
        Dictionary<string, string> environment = new(s_xterm) { [variable] = value };
        ToolRun run = await Terminal.RunAsync(100, environment, "unheard-of");

        Assert.Equal(ExitCode.Usage, run.Code);
        Assert.StartsWith("error: ", run.Out, StringComparison.Ordinal);
        Assert.DoesNotContain('\e', run.Out);
    }
}
