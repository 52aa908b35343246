using Fathom.Model.Statistics;
using Xunit;

namespace Fathom.Tests.Model.Statistics;

/// <summary>From samples to ranks, on machines that are noisy in known ways.</summary>
public sealed class PairedCaseTests
{
    // Three that are alike, one 3 % and one 10 % slower, on a machine that is at times half as fast, whose processes differ and whose samples have outliers.
    [Theory]
    [InlineData(5, 0.01, 0.01, 95)]
    [InlineData(5, 0.015, 0.05, 50)]
    [InlineData(8, 0.02, 0.05, 80)]
    public void What_is_alike_is_not_separated_and_ten_percent_are_found(int rounds, double process, double sample, int leastPercent)
    {
        SimulatedRounds random = new(11);
        const int Families = 200;
        int falsely = 0, found = 0;
        for (int i = 0; i < Families; i++)
        {
            PairedRanking ranking = new(new PairedCase([random.Samples([1, 1, 1, 1.03, 1.1], rounds, 10, process, sample)], 5)[0]);
            int?[] ranks = [.. Enumerable.Range(0, 5).Select(thing => ranking[thing].Rank)];
            falsely += IsFalse(ranks) ? 1 : 0;
            found += ranks[4] is { } slow && ranks[..3].All(one => one < slow) ? 1 : 0;
        }

        Assert.InRange(falsely, 0, 5);
        Assert.InRange(found, Families * leastPercent / 100, Families);
    }

    [Fact]
    public void A_round_whose_samples_scatter_far_more_than_the_others_does_not_count()
    {
        Dictionary<long, double[]>[] things = new SimulatedRounds(12).Samples([1, 1.05, 1.1], 4, 10, process: 0.001, sample: 0.01);
        // Something else struck the third round, and not all samples of a turn alike.
        double[] spoilt = [1.5, 0.7, 1.9, 1, 0.6, 2.1, 1.3, 0.8, 1.7, 1];
        for (int thing = 0; thing < things.Length; thing++)
            things[thing][3] = [.. things[thing][3].Select((time, turn) => time * spoilt[(turn + (3 * thing)) % spoilt.Length])];

        PairedCase paired = new([things], 3);

        Assert.Equal([3L], paired.LeftOut);
        Assert.Equal(3, paired.Rounds);
        Assert.Equal(1.1, paired[0].Ratio(2, 0).Median, 0.01);
    }

    [Fact]
    public void Three_rounds_always_count()
    {
        Dictionary<long, double[]>[] things = new SimulatedRounds(13).Samples([1, 1.05], 3, 10, process: 0.001, sample: 0.01);
        things[0][2] = [.. things[0][2].Select(static (time, turn) => time * (turn % 2 == 0 ? 1.5 : 0.7))];

        Assert.Empty(new PairedCase([things], 2).LeftOut);
    }

    [Fact]
    public void What_is_not_judged_is_held_against_the_others_and_changes_nothing()
    {
        SimulatedRounds random = new(14);
        Dictionary<long, double[]>[] things = random.Samples([1, 1.2, 0.01], 5, 10, process: 0.01, sample: 0.02);
        Dictionary<long, double[]> absent = [];

        PairedCase with = new([[.. things, absent]], 2), without = new([things[..2]], 2);

        Assert.Equal(without[0].Ratio(1, 0), with[0].Ratio(1, 0));
        Assert.Equal(0.01, with.Ratio(0, 2, 0), 0.001);
        Assert.True(double.IsNaN(with.Ratio(0, 3, 0)));
    }

    [Fact]
    public void A_round_that_not_all_took_part_in_is_none()
    {
        Dictionary<long, double[]>[] things = new SimulatedRounds(15).Samples([1, 2], 4, 5, process: 0.01, sample: 0.01);
        things[1].Remove(4);

        Assert.Equal(3, new PairedCase([things], 2).Rounds);
    }

    private static bool IsFalse(int?[] ranks) =>
        ranks[..3].OfType<int>().Distinct().Count() > 1 || ranks[..3].Any(one => ranks[3] < one || ranks[4] < one) || ranks[4] < ranks[3];
}
