using Fathom.Cli;
using Fathom.Cli.Frame;
using Fathom.Model;
using Fathom.Tests.Cli.Hosting;
using Xunit;

namespace Fathom.Tests.Cli.Commands;

/// <summary>A verb or view that is nearly one.</summary>
public sealed class MistypedWordTests
{
    [Theory]
    [InlineData("heep MyApp", "Unknown verb 'heep'.", "fathom heap")]
    [InlineData("versoin", "Unknown verb 'versoin'.", "fathom version")]
    [InlineData("help heap histogrm", "'fathom heap' has no view 'histogrm'.", "fathom heap histogram")]
    [InlineData("help heap strings dif", "'fathom heap strings' has no view 'dif'.", "fathom heap strings diff")]
    [InlineData("heap histogrm MyApp", "'fathom heap' has no view 'histogrm'.", "fathom heap histogram")]
    [InlineData("heap histogrm", "'fathom heap' has no view 'histogrm'.", "fathom heap histogram")]
    [InlineData("stacks asnyc", "'fathom stacks' has no view 'asnyc'.", "fathom stacks async")]
    [InlineData("serializers matrx", "'fathom serializers' has no view 'matrx'.", "fathom serializers matrix")]
    public async Task A_word_that_is_nearly_a_verb_or_view_is_a_wrong_command_line_with_a_suggestion(string line, string message, string meant)
    {
        HostRun run = await RunAsync(line);

        Assert.Equal((ExitCode.Usage, ""), (run.Code, run.Out));
        Assert.Contains(message, run.Error, StringComparison.Ordinal);
        Assert.Contains($"did you mean '{meant}'?", run.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_word_that_is_near_no_view_is_a_subject_that_is_not_there()
    {
        HostRun run = await RunAsync("heap no-such-program-here");

        Assert.Equal(ExitCode.Target, run.Code);
        Assert.DoesNotContain("view", run.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task The_version_is_a_verb_too() =>
        Assert.Equal((await RunAsync("--version")).ToString(), (await RunAsync("version")).ToString());

    private static Task<HostRun> RunAsync(string line) => HostRun.OfAsync(VerbCatalog.All, TerminalFacts.Redirected, line.Split(' '), TestContext.Current.CancellationToken);
}
