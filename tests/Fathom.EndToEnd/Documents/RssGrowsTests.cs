using Xunit;

namespace Fathom.EndToEnd.Documents;

/// <summary>The commands of <c>docs/rss-grows.md</c>, run as they stand there, in order, on the program that they are about.</summary>
public sealed class RssGrowsTests
{
    [Fact]
    [Trait("Category", "Slow")]
    public async Task Every_command_of_the_hunt_works_and_leads_from_the_balance_to_the_field()
    {
        List<(string Command, string Answer)> answers = await new HuntDocument("rss-grows.md", "Thumbs").RunAsync();

        Assert.Equal(11, answers.Count);
        string[] diff = Answer("fathom memory diff").Split('\n');
        Assert.StartsWith("malloc, in use ", diff[Array.FindIndex(diff, line => line.StartsWith("category ", StringComparison.Ordinal)) + 1], StringComparison.Ordinal);
        Assert.Contains("main heap", Answer("--by owner"), StringComparison.Ordinal);
        Assert.Contains("+2,000", Answer("fathom heap diff"), StringComparison.Ordinal);
        Assert.Contains("2,100", Answer("--live"), StringComparison.Ordinal);
        Assert.Contains("static field Gallery.RecentlyShown.s_shown", Answer("fathom heap paths"), StringComparison.Ordinal);

        Assert.Contains("of the private memory", answers[^1].Answer, StringComparison.Ordinal);
        Assert.Contains("freed blocks, no leak. malloc_trim(0) gives back", answers[^1].Answer, StringComparison.Ordinal);

        string Answer(string part) => answers.First(answer => answer.Command.Contains(part, StringComparison.Ordinal)).Answer;
    }
}
