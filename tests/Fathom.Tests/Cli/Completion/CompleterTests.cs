using Fathom.Cli;
using Fathom.Cli.Completion;
using Fathom.Cli.Frame;
using Fathom.Sources.Machine.Processes;
using Xunit;

namespace Fathom.Tests.Cli.Completion;

public sealed class CompleterTests
{
    [Theory]
    [InlineData("he", "heap help")]
    [InlineData("|heap|hi", "histogram :files")]
    [InlineData("|heap|strings|d", "diff :files")]
    [InlineData("|heap|MyApp|hi", ":files")]
    [InlineData("|-q|heap|hi", "histogram :files")]
    [InlineData("|lost|di", "diff :files")]
    [InlineData("|heap|My", "MyApp :files")]
    [InlineData("|heap|47", "4711 :files")]
    [InlineData("|pack|My", ":files")]
    [InlineData("|heap|MyApp|--fo", "--force --format")]
    [InlineData("|heap|MyApp|--format|", "csv json md table")]
    [InlineData("|heap|MyApp|--by|g", "generation")]
    [InlineData("|heap|MyApp|-o|", ":files")]
    [InlineData("|heap|MyApp|--top|", "")]
    [InlineData("|heap|MyApp|--sort|si", "size_bytes")]
    [InlineData("|heap|MyApp|--columns|+load", "+load_context")]
    [InlineData("|heap|MyApp|--where|cou", "count=")]
    [InlineData("|heap|--help|", "all")]
    [InlineData("|help|heap|hist", "histogram")]
    [InlineData("|unheard|x", "")]
    [InlineData("|completion|", ":files")]
    public void The_next_word_is_one_that_the_verb_takes(string typed, string expected) => Assert.Equal(expected, Complete(typed.TrimStart('|').Split('|')));

    [Fact]
    public void Every_verb_is_offered() =>
        Assert.Equal([.. VerbCatalog.All.Select(static verb => verb.Name).Append("help").Order(StringComparer.Ordinal)], Complete([""]).Split(' '));

    [Fact]
    public void A_process_whose_name_a_shell_would_run_is_offered_by_its_number_only()
    {
        Candidate[] candidates = [.. LiveProcesses.Of([Facts(1, "MyApp"), Facts(2, "$(reboot)"), Facts(3, "a b"), Facts(4, "-rf"), Facts(5, "x\ty")])];

        Assert.Equal(["MyApp", "1", "2", "3", "4", "5"], candidates.Select(static candidate => candidate.Word));
        Assert.All(candidates, static candidate => Assert.Matches("^(process|MyApp)$", candidate.Meaning));
    }

    private static string Complete(string[] typed)
    {
        using StringWriter to = new();
        using CommandContext context = new(Stream.Null, TextWriter.Null, TimeProvider.System, TerminalFacts.Redirected, CancellationToken.None);
        new Completer(VerbCatalog.All, static () => LiveProcesses.Of([Facts(4711, "MyApp")])).Write(to, typed, context);
        string[] lines = to.ToString().Split('\n', StringSplitOptions.RemoveEmptyEntries);
        return string.Join(' ', lines.Select(static line => line.Split('\t')[0]).OrderBy(static word => word == Completer.Files).ThenBy(static word => word, StringComparer.Ordinal));
    }

    private static ProcessFacts Facts(int pid, string name) => new()
    {
        Pid = pid,
        ParentPid = 1,
        Name = name,
        Application = null,
        Executable = null,
        CommandLine = null,
        RuntimeVersion = "10.0.0",
        RuntimeLibrary = null,
        RssBytes = 1,
        UserId = 0,
        User = "root",
        Container = null,
        StartUnixNs = 0,
        AgeNs = 1,
    };
}
