using Fathom.Cli;
using Fathom.Cli.Frame;
using Fathom.Model;
using Fathom.Model.Results;
using Fathom.Query.Comparing;
using Fathom.Query.Why;
using Fathom.Render.Text;
using Fathom.Tests.Cli.Hosting;
using Xunit;

namespace Fathom.Tests.Cli.Commands.Comparing;

/// <summary>What <c>fathom why diff</c> says of causes.</summary>
public sealed class WhyChangeTests
{
    private const long Second = 1_000_000_000;

    [Fact]
    public void The_largest_change_is_said_with_both_figures_and_the_verbs_that_show_more()
    {
        Assert.Equal(
            ("Most changed: Shop: wait: lock in Stock.Reserve, 200.0 ms before, 3.0 s after per second recorded.", "locks cpu"),
            Say([("wait: lock", "Shop.Stock.Reserve", 2), ("run: own code", "Shop.Sell", 5)], [("wait: lock", "Shop.Stock.Reserve", 30), ("run: own code", "Shop.Sell", 9)]));
    }

    [Fact]
    public void Of_a_new_cause_there_was_nothing_before() => Assert.Equal(
        ("Most changed: Shop: GC, 0 ns before, 400.0 ms after per second recorded.", "gc"), Say([("run: own code", "Shop.Sell", 5)], [("run: own code", "Shop.Sell", 5), ("GC", null, 4)]));

    [Fact]
    public void Where_nothing_changed_nothing_is_said() => Assert.Equal((null, ""), Say([("GC", null, 4)], [("GC", null, 4)]));

    // Of three runs of each side one row tells a change from chance.
    [Fact]
    public void Where_runs_are_judged_chance_is_not_said()
    {
        TableComparison comparison = new(WhyReport.CausesShape, WhyReport.Compared, null, perSecond: true, isJudged: true);
        int[] before = [10, 30, 14], after = [31, 12, 29], grown = [5, 6, 5];
        ResultTable rows = comparison.Rows(
            [.. before.Select(static tenths => (Table([("wait: lock", "Shop.Stock.Reserve", tenths), ("GC", null, 1)]), Second))],
            [.. after.Zip(grown).Select(static pair => (Table([("wait: lock", "Shop.Stock.Reserve", pair.First), ("GC", null, pair.Second)]), Second))]);

        Assert.Equal("gc", string.Join(' ', WhyChange.Verbs(comparison, rows)));
        Assert.StartsWith("Most changed: Shop: GC, 100.0 ms before, ", WhyChange.Sentence(comparison, rows, ReadableNumber.Of), StringComparison.Ordinal);
    }

    // A hundredth of what threads were busy.
    [Theory]
    [InlineData(1009, null)]
    [InlineData(1011, "gc")]
    public void What_is_a_small_part_of_all_is_not_said(int after, string? verb) => Assert.Equal(verb ?? "", Say([("GC", null, 1000)], [("GC", null, after)]).Verbs);

    [Fact]
    public void What_no_rule_explains_and_what_has_no_comparison_has_no_next_step() => Assert.Equal(
        ("Most changed: Shop: not explained, 0 ns before, 800.0 ms after per second recorded.", ""), Say([], [(Causes.Unexplained, null, 8), ("ready: throttled", null, 7)]));

    [Fact]
    public async Task Each_verb_of_a_cause_has_a_comparison_but_that_of_the_machine()
    {
        foreach (string verb in Causes.All.Select(static cause => cause.Verb).Distinct())
        {
            HostRun run = await HostRun.OfAsync(VerbCatalog.All, TerminalFacts.Redirected, ["help", verb, "diff"], TestContext.Current.CancellationToken);
            Assert.Equal((verb, verb == "machine" ? ExitCode.Usage : ExitCode.Ok), (verb, run.Code));
        }
    }

    private static (string? Sentence, string Verbs) Say((string Cause, string? Method, int Tenths)[] before, (string Cause, string? Method, int Tenths)[] after)
    {
        TableComparison comparison = new(WhyReport.CausesShape, WhyReport.Compared, null, perSecond: true, isJudged: false);
        ResultTable rows = comparison.Rows([(Table(before), Second)], [(Table(after), Second)]);
        return (WhyChange.Sentence(comparison, rows, ReadableNumber.Of), string.Join(' ', WhyChange.Verbs(comparison, rows)));
    }

    private static ResultTable Table((string Cause, string? Method, int Tenths)[] causes) => new(
        WhyReport.CausesShape.Columns,
        [
            .. causes.Select(static one => WhyReport.CausesShape.Columns.Select(column => column.Name switch
            {
                "process" => Cell.Of("Shop"),
                "pid" => Cell.Of(1),
                "cause" => Cell.Of(one.Cause),
                "method" => Cell.Of(one.Method),
                "time_ns" => Cell.Of(one.Tenths * Second / 10),
                _ => default,
            }).ToArray()),
        ]);
}
