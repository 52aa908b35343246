using Xunit;

namespace Fathom.EndToEnd.Documents;

/// <summary>The commands of <c>docs/leak-hunt.md</c>, run as they stand there, in order, on the program that they are about.</summary>
public sealed class LeakHuntTests
{
    [Fact]
    [Trait("Category", "Slow")]
    public async Task Every_command_of_the_leak_hunt_works_and_the_names_that_it_shows_are_in_its_answer()
    {
        List<(string Command, string Answer)> answers = await new HuntDocument("leak-hunt.md", "Leak").RunAsync();

        Assert.Equal(9, answers.Count);
        Assert.Contains(answers, answer => answer.Answer.Contains("held by static field Shop.OrderCache.s_handled", StringComparison.Ordinal));
    }
}
