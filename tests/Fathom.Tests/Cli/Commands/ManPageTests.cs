using System.Text.RegularExpressions;
using Fathom.Cli;
using Fathom.Cli.Frame;
using Fathom.TestSupport;
using Fathom.Tests.Cli.Completion;
using Fathom.Tests.Cli.Hosting;
using Xunit;

namespace Fathom.Tests.Cli.Commands;

/// <summary>The manual page: whole, and without a word that roff takes for a command.</summary>
public sealed class ManPageTests
{
    [Fact]
    public async Task Every_verb_view_and_option_stands_in_it()
    {
        string page = await PageAsync();

        foreach (string path in (IEnumerable<string>)HelpTests.Paths.Select(static row => row.Data))
            Assert.Contains($"\n.SH \"fathom {path}\"\n", page, StringComparison.Ordinal);
        foreach (string name in VerbCatalog.All.SelectMany(static verb => verb.Create().Options).Select(static option => option.Name).Distinct())
            Assert.Matches($@"\n\.B ""(\\-\w, )?{name.Replace("-", @"\\-", StringComparison.Ordinal)}[ ""]", page);
    }

    [Fact]
    public async Task No_line_is_a_command_of_roff_but_those_that_are_meant()
    {
        string page = await PageAsync();

        Assert.StartsWith(".TH \"FATHOM\" \"1\"", page, StringComparison.Ordinal);
        Assert.All(page.TrimEnd('\n').Split('\n'), static line => Assert.Matches(@"^(\.(TH|SH|SS|TP|PP|br|B)( "".*"")*|[^.'].*)$", line));
        Assert.DoesNotMatch(new Regex(@"(?<!\\)-"), page);
    }

    [Fact]
    public async Task Groff_reads_it_without_a_warning()
    {
        using TestFolder folder = new();
        string file = folder.File("fathom.1");
        await File.WriteAllTextAsync(file, await PageAsync(), TestContext.Current.CancellationToken);

        // What is wrong stands on standard error, which has to be empty.
        string shown = await ShellRun.OutputAsync(Needs.Program("groff", Needs.GroffReason), folder.Path, "-man", "-ww", "-Tutf8", "-P-cbou", file);

        Assert.Contains("--fail-if CONDITION", shown, StringComparison.Ordinal);
        Assert.Contains("fathom heap histogram", shown, StringComparison.Ordinal);
    }

    private static async Task<string> PageAsync() => (await HostRun.OfAsync(VerbCatalog.All, TerminalFacts.Redirected, ["man"], TestContext.Current.CancellationToken)).Out;
}
