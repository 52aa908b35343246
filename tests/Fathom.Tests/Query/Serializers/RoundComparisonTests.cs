using Fathom.Query.Serializers;
using Xunit;

namespace Fathom.Tests.Query.Serializers;

/// <summary>Who is faster, over rounds that drift.</summary>
public sealed class RoundComparisonTests
{
    private const int Repetitions = 2000;

    // Twenty comparisons shall have no false winner, so that one must have fewer than one in four hundred; the measure of 2000 is 4, and 11 would be beyond chance.
    [Theory]
    [InlineData(2, 5)]
    [InlineData(2, 8)]
    [InlineData(12, 2)]
    [InlineData(12, 5)]
    public void A_thing_has_no_winner_against_itself(int things, int rounds)
    {
        KnownTimes random = new(5);

        int winners = Enumerable.Range(0, Repetitions).Count(_ => !Compare(random, things, rounds, slowdown: 1, noise: 0.02).Ties(0, 1));

        Assert.InRange(winners, 0, 11);
    }

    // How many rounds it takes depends on how a process scatters, and on how many things tell that scatter.
    [Theory]
    [InlineData(2, 8, 0.01)]
    [InlineData(2, 16, 0.02)]
    [InlineData(12, 5, 0.01)]
    public void Five_percent_are_found_in_19_of_20(int things, int rounds, double noise)
    {
        KnownTimes random = new(6);

        int found = Enumerable.Range(0, Repetitions).Count(_ => Compare(random, things, rounds, slowdown: 1.05, noise).Ratio(1, 0).Low > 1);

        Assert.InRange(found, Repetitions * 19 / 20, Repetitions);
    }

    // The machine is three times as slow in the last round: two medians side by side would not see 5 %.
    [Fact]
    public void What_strikes_a_whole_round_does_not_hide_a_difference()
    {
        double[] first = [100, 110, 95, 130, 300], second = [105.1, 115.4, 99.8, 136.4, 315.2];

        RoundComparison comparison = new([first, second]);

        Assert.False(comparison.Ties(0, 1));
        Assert.Equal(1.05, comparison.Ratio(1, 0).Median, 0.002);
        Assert.True(LaunchMedians.Of([.. first.Select(static time => (double[])[time])]).Ties(LaunchMedians.Of([.. second.Select(static time => (double[])[time])])));
    }

    [Fact]
    public void Where_a_thing_took_no_turn_the_rounds_that_both_took_count()
    {
        RoundComparison comparison = new([[100, 101, 99, 100], [200, 202, 198, double.NaN], [100, 101, 99, 100]]);

        Assert.Equal(2, comparison.Ratio(1, 0).Median, 0.001);
        Assert.False(comparison.Ties(0, 1));
        Assert.True(comparison.Ties(0, 2));
    }

    [Fact]
    public void One_round_says_nothing()
    {
        Estimate ratio = new RoundComparison([[100], [200]]).Ratio(1, 0);

        Assert.Equal(2, ratio.Median, 0.001);
        Assert.Equal((0, double.PositiveInfinity), (ratio.Low, ratio.High));
    }

    private static RoundComparison Compare(KnownTimes random, int things, int rounds, double slowdown, double noise)
    {
        double[][] times = [.. Enumerable.Range(0, things).Select(_ => new double[rounds])];
        for (int round = 0; round < rounds; round++)
        {
            // The rounds drift far more than things differ.
            double common = 100 * Math.Exp(0.3 * random.Normal());
            for (int thing = 0; thing < things; thing++)
                times[thing][round] = common * (thing == 1 ? slowdown : 1) * Math.Exp(noise * random.Normal());
        }

        return new RoundComparison(times);
    }
}
