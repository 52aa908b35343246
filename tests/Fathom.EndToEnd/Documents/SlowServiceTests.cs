using Fathom.TestSupport;
using Xunit;

namespace Fathom.EndToEnd.Documents;

/// <summary>The commands of <c>docs/slow-service.md</c> that look for why a service is slow, run as they stand there, in order.</summary>
[Trait(Needs.Trait, Needs.RootReason)]
public sealed class SlowServiceTests
{
    [Fact]
    [Trait("Category", "Slow")]
    public async Task The_commands_lead_from_a_slow_service_to_the_method_that_holds_a_lock_for_too_long()
    {
        Needs.Root();

        // A busy machine loses an event now and then, which is told by the code 1.
        List<(string Command, string Answer)> answers = await new HuntDocument("slow-service.md", "Slow", 0, 1).RunAsync();

        Assert.Equal(["record", "waits", "locks", "waits"], answers.Select(static answer => answer.Command.Split(' ')[1]));
        string first = answers[0].Answer.Split('\n').First(static line => line.StartsWith("wait ", StringComparison.Ordinal));
        Assert.Contains("Shop.Stock.Reserve", first, StringComparison.Ordinal);
        Assert.Contains("Shop.Warehouse.Ask", answers[1].Answer, StringComparison.Ordinal);
        string cause = answers[1].Answer.Split('\n').First(static line => line.Contains("Shop.", StringComparison.Ordinal));
        Assert.Matches(@"^lock +Shop\.Stock\.Reserve ", cause);
        string owner = answers[2].Answer.Split('\n').First(static line => line.StartsWith("Shop.", StringComparison.Ordinal));
        Assert.Matches(@"^Shop\.Stock\.Reserve .* Shop\.Warehouse\.Ask +sleep ", owner);
        Assert.Contains("* Shop.Warehouse.Ask", answers[3].Answer, StringComparison.Ordinal);
    }
}
