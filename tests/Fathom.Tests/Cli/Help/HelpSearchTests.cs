using Fathom.Cli;
using Fathom.Cli.Frame;
using Fathom.Cli.Help;
using Fathom.Cli.Verbs;
using Fathom.Model;
using Fathom.TestSupport;
using Fathom.Tests.Cli.Hosting;
using Xunit;

namespace Fathom.Tests.Cli.Help;

/// <summary><c>fathom help WORD</c>, and what an unknown verb leads to.</summary>
public sealed class HelpSearchTests
{
    public static TheoryData<string> Commands => [.. Topics.All.Select(static topic => topic.Command).Distinct()];

    [Theory]
    [MemberData(nameof(Commands))]
    public void Each_command_of_a_topic_has_a_verb_its_views_and_its_options(string command)
    {
        string[] words = command.Split(' ');
        Verb verb = Assert.Single(VerbCatalog.All, verb => verb.Name == words[0]);
        FathomCommand asked = verb.Create();
        if (words.Length > 1 && asked.Subcommands.FirstOrDefault(view => view.Name == words[1]) is FathomCommand view)
            asked = view;
        // A word in small letters behind the verb is a view or the value of an option.
        Assert.DoesNotContain(words.Skip(1).Take(1), word => word.All(char.IsAsciiLetterLower) && asked.Name != word);
        Assert.All(words.Where(static word => word.Length > 2 && word.StartsWith("--", StringComparison.Ordinal)), word => Assert.Contains(asked.Options, option => option.Name == word));
    }

    [Fact]
    public void No_word_of_a_topic_is_a_verb() =>
        Assert.Empty(Topics.All.SelectMany(static topic => topic.Words).Intersect(VerbCatalog.All.SelectMany(static verb => new[] { verb.Name, verb.Alias ?? "help" })));

    [Theory]
    [InlineData("leak")]
    [InlineData("flamegraph")]
    [InlineData("finalizer")]
    public async Task A_word_leads_to_commands_and_to_the_help_that_mentions_it(string word)
    {
        HostRun run = await RunAsync("help", word);

        Assert.Equal((ExitCode.Ok, ""), (run.Code, run.Error));
        Snapshot.Match(run.Out, $"search-{word}.txt");
    }

    [Fact]
    public async Task An_unknown_verb_that_people_use_is_answered_with_the_commands_for_it()
    {
        HostRun trace = await RunAsync("trace", "1234"), leak = await RunAsync("Leak"), nothing = await RunAsync("help", "xyzzy"), verb = await RunAsync("xyzzy");

        Assert.Equal("error: Unknown verb 'trace'.\n  next: fathom record PROCESS --duration 10s --save NAME.fathom (fathom help trace)\n", trace.Error);
        Assert.Equal("error: Unknown verb 'Leak'.\n  next: fathom watch PROCESS, or: fathom heap suspects PROCESS (fathom help Leak)\n", leak.Error);
        Assert.Equal("error: Unknown verb 'xyzzy'.\n  next: fathom --help lists the verbs\n", nothing.Error);
        Assert.Equal(nothing.Error, verb.Error);
        Assert.All(new[] { trace, leak, nothing, verb }, static run => Assert.Equal((ExitCode.Usage, ""), (run.Code, run.Out)));
    }

    private static Task<HostRun> RunAsync(params string[] words) =>
        HostRun.OfAsync([.. VerbCatalog.All], TerminalFacts.Redirected, words, TestContext.Current.CancellationToken);
}
