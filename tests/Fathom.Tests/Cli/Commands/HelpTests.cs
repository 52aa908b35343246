using System.CommandLine;
using Fathom.Cli;
using Fathom.Cli.Frame;
using Fathom.TestSupport;
using Fathom.Tests.Cli.Hosting;
using Xunit;

namespace Fathom.Tests.Cli.Commands;

/// <summary>The help of every verb and every view of one.</summary>
public sealed class HelpTests
{
    public static TheoryData<string> Paths => [.. VerbCatalog.All.SelectMany(verb => PathsOf(verb.Name, verb.Create()))];

    [Theory]
    [MemberData(nameof(Paths))]
    public async Task The_help_of_a_verb_or_view_is_the_one_that_was_read_before(string path)
    {
        HostRun run = await HostRun.OfAsync(VerbCatalog.All, TerminalFacts.Redirected, [.. path.Split(' '), "--help"], TestContext.Current.CancellationToken);

        Assert.Equal("", run.Error);
        Snapshot.Match(run.Out, $"help-{path.Replace(' ', '-')}.txt");
    }

    [Theory]
    [MemberData(nameof(Paths))]
    public async Task Every_verb_and_view_has_an_example_that_starts_with_it(string path)
    {
        HostRun run = await HostRun.OfAsync(VerbCatalog.All, TerminalFacts.Redirected, [.. path.Split(' '), "--help"], TestContext.Current.CancellationToken);

        Assert.Contains($"\n  fathom {path}", run.Out[run.Out.IndexOf("\nExamples:", StringComparison.Ordinal)..], StringComparison.Ordinal);
    }

    private static IEnumerable<string> PathsOf(string path, Command command) =>
        command.Subcommands.SelectMany(view => PathsOf($"{path} {view.Name}", view)).Prepend(path);
}
