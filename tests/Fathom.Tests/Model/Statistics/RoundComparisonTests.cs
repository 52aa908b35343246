using Fathom.Model.Statistics;
using Xunit;

namespace Fathom.Tests.Model.Statistics;

/// <summary>Who is faster, over rounds that drift: the promised rate of false separations, against noise whose truth is known.</summary>
public sealed class RoundComparisonTests
{
    private const int Repetitions = 1000;

    // 99 % for all pairs together: 10 families of 1000 may have a false separation, and 20 would be beyond chance (three standard deviations are 9.5).
    [Theory]
    [InlineData("normal", 2, 3)]
    [InlineData("normal", 3, 3)]
    [InlineData("normal", 8, 3)]
    [InlineData("normal", 5, 5)]
    [InlineData("normal", 20, 5)]
    [InlineData("heavy", 3, 3)]
    [InlineData("heavy", 8, 5)]
    [InlineData("heavy", 20, 3)]
    [InlineData("modes", 3, 5)]
    [InlineData("modes", 8, 5)]
    [InlineData("modes", 8, 8)]
    [InlineData("one", 5, 5)]
    [InlineData("one", 20, 5)]
    [InlineData("unlike", 3, 5)]
    [InlineData("unlike", 8, 5)]
    [InlineData("unlike", 20, 5)]
    public void Things_that_are_alike_are_separated_in_less_than_one_family_of_a_hundred(string noise, int things, int rounds)
    {
        SimulatedRounds random = new(5);
        double[] truth = [.. Enumerable.Repeat(1.0, things)];

        int families = Enumerable.Range(0, Repetitions).Count(_ => AnySeparated(new RoundComparison(random.Times(noise, truth, rounds))));

        Assert.InRange(families, 0, 20);
    }

    // What three processes cannot tell: that one thing scatters 16 times as much as the others, or that processes of one thing have two speeds. The bounds hold in nine of ten there.
    [Theory]
    [InlineData("unlike", 8)]
    [InlineData("modes", 3)]
    public void Of_three_rounds_unlike_scatter_costs_certainty(string noise, int things)
    {
        SimulatedRounds random = new(6);
        double[] truth = [.. Enumerable.Repeat(1.0, things)];

        int families = Enumerable.Range(0, Repetitions).Count(_ => AnySeparated(new RoundComparison(random.Times(noise, truth, 3))));

        Assert.InRange(families, 0, 100);
    }

    [Theory]
    [InlineData("normal", 5, 5, 900)]
    [InlineData("normal", 20, 5, 850)]
    [InlineData("heavy", 5, 5, 850)]
    [InlineData("one", 5, 5, 980)]
    [InlineData("normal", 3, 8, 900)]
    public void Ten_percent_are_found(string noise, int things, int rounds, int least)
    {
        SimulatedRounds random = new(7);
        double[] truth = [.. Enumerable.Repeat(1.0, things - 1), 1.1];

        int found = Enumerable.Range(0, Repetitions)
            .Count(_ => new RoundComparison(random.Times(noise, truth, rounds)) is var one && one.AreSeparated(things - 1, 0) && one.Ratio(things - 1, 0).Median > 1);

        Assert.InRange(found, least, Repetitions);
    }

    // The machine is three times as slow in the last round: two medians side by side would not see 5 %.
    [Fact]
    public void What_strikes_a_whole_round_does_not_hide_a_difference()
    {
        RoundComparison comparison = new([[100, 110, 95, 130, 300], [105.1, 115.4, 99.8, 136.4, 315.2]]);

        Assert.True(comparison.AreSeparated(0, 1));
        Assert.Equal(1.05, comparison.Ratio(1, 0).Median, 0.002);
        Assert.InRange(1.05, comparison.Ratio(1, 0).Low, comparison.Ratio(1, 0).High);
    }

    [Fact]
    public void Only_rounds_that_all_took_part_in_count()
    {
        RoundComparison comparison = new([[100, 101, 99, 100], [200, 202, 198, double.NaN], [100, 101, 99, 900]]);

        Assert.Equal(3, comparison.Rounds);
        Assert.Equal(2, comparison.Ratio(1, 0).Median, 0.001);
        Assert.True(comparison.AreSeparated(0, 1));
        Assert.False(comparison.AreSeparated(0, 2));
    }

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    public void Of_one_or_two_rounds_there_is_a_ratio_and_no_bounds(int rounds)
    {
        RoundComparison comparison = new([[.. Enumerable.Repeat(100.0, rounds)], [.. Enumerable.Repeat(200.0, rounds)]]);

        Assert.Equal(2, comparison.Ratio(1, 0).Median, 0.001);
        Assert.False(comparison.Ratio(1, 0).HasBounds);
        Assert.False(comparison.AreSeparated(0, 1));
    }

    // Ratios of ratios are ratios: what is shown against the best says what two others are to each other.
    [Fact]
    public void Ratios_are_consistent_with_each_other()
    {
        RoundComparison comparison = new(new SimulatedRounds(8).Times("heavy", [1, 1.3, 2.6, 0.4], 5));

        Assert.Equal(comparison.Ratio(0, 2).Median, comparison.Ratio(0, 1).Median * comparison.Ratio(1, 2).Median, 1e-9);
        Assert.Equal(comparison.Ratio(0, 2).Low, 1 / comparison.Ratio(2, 0).High, 1e-9);
    }

    private static bool AnySeparated(RoundComparison comparison) =>
        Enumerable.Range(0, comparison.Count).Any(one => Enumerable.Range(0, one).Any(other => comparison.AreSeparated(one, other)));
}
