using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Documents;

/// <summary>The commands of <c>docs/slow-start.md</c>, run as they stand there, in order.</summary>
[Trait(Needs.Trait, Needs.RootReason)]
public sealed class SlowStartTests
{
    [Fact]
    [Trait("Category", "Slow")]
    public async Task The_commands_lead_from_a_slow_start_to_the_constructor_that_has_code_compiled()
    {
        Needs.Root();

        List<(string Command, string Answer)> answers = await new HuntDocument("slow-start.md", "SlowStart", 0, 1).RunAsync();

        Assert.Equal(["startup", "jit", "jit", "cpu", "startup"], answers.Select(static answer => answer.Command.Split(' ')[1]));
        Assert.StartsWith("System.Text.RegularExpressions.dll ", Rows(answers[1].Answer, "module").First(), StringComparison.Ordinal);
        Assert.Contains(Rows(answers[2].Answer, "method").Take(4), static row => row.StartsWith("dynamicClass.Regex", StringComparison.Ordinal));
        Assert.Contains("* Shop.RuleBook.Rule", answers[3].Answer, StringComparison.Ordinal);
        // A machine that is too busy for the recorder loses events, and says so.
        if (!answers[0].Answer.Contains("is partial", StringComparison.Ordinal))
            Assert.True(Compiled(answers[0].Answer) > 5 * Compiled(answers[4].Answer), $"{answers[0].Answer}\n{answers[4].Answer}");
    }

    private static IEnumerable<string> Rows(string answer, string heading) =>
        answer.Split('\n').SkipWhile(line => !line.StartsWith($"{heading} ", StringComparison.Ordinal)).Skip(1);

    // compiled_count, the last column but one, of the program.
    private static int Compiled(string answer)
    {
        string[] cells = answer.Split('\n').Single(static line => line.StartsWith("program ", StringComparison.Ordinal)).Split(' ', StringSplitOptions.RemoveEmptyEntries);
        return int.Parse(cells[^2].Replace(",", "", StringComparison.Ordinal), System.Globalization.CultureInfo.InvariantCulture);
    }
}
