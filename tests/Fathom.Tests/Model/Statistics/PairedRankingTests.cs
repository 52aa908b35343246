using Fathom.Model.Statistics;
using Xunit;

namespace Fathom.Tests.Model.Statistics;

/// <summary>Ranks of a paired comparison: ties, chains of ties, what is inconclusive.</summary>
public sealed class PairedRankingTests
{
    [Fact]
    public void What_is_certain_has_a_rank_each_and_what_is_not_shares_one() =>
        Assert.Equal(["1", "2=", "2=", "4"], Ranks([[100, 102, 98, 101], [200, 204, 196, 202], [201, 202.5, 198, 201], [400, 409, 392, 404]]));

    // 1 and 2 cannot be told apart, neither can 2 and 3; 1 and 3 can. A tie that ended at the first non-tie would make a winner of 1 over 2, or of 2 over 3.
    [Fact]
    public void A_chain_of_ties_is_one_tie()
    {
        double[][] times = [[100, 100, 100, 100, 100], [102, 104, 101, 105, 103], [106, 106, 106, 106, 106]];
        RoundComparison comparison = new(times);

        Assert.False(comparison.AreSeparated(0, 1));
        Assert.False(comparison.AreSeparated(1, 2));
        Assert.Equal(["1=", "1=", "1="], Ranks(times));
    }

    [Theory]
    [InlineData("normal")]
    [InlineData("heavy")]
    [InlineData("unlike")]
    public void Of_two_with_different_ranks_one_is_certainly_faster_and_stands_before_the_other(string noise)
    {
        SimulatedRounds random = new(9);
        for (int i = 0; i < 300; i++)
        {
            double[] truth = [.. Enumerable.Range(0, 2 + (i % 9)).Select(static thing => 1 + (0.03 * thing))];
            RoundComparison comparison = new(random.Times(noise, truth, 3 + (i % 4)));
            PairedRanking ranking = new(comparison);
            int[] order = [.. ranking.Order];
            Assert.Equal([.. order.OrderBy(comparison.Effect)], order);
            int[] ranked = [.. order.Where(thing => ranking[thing].Rank is not null)];
            for (int behind = 1; behind < ranked.Length; behind++)
            {
                for (int before = 0; before < behind; before++)
                {
                    (PairedPlace first, PairedPlace second) = (ranking[ranked[before]], ranking[ranked[behind]]);
                    Assert.True(first.Rank <= second.Rank);
                    if (first.Rank != second.Rank)
                        Assert.True(comparison.AreSeparated(ranked[before], ranked[behind]));
                    else
                        Assert.True(first.IsTied && second.IsTied);
                }
            }

            Assert.All(Enumerable.Range(0, truth.Length), thing => Assert.Equal(ranking[thing].Rank is null, ranking[thing].Blur >= 0));
        }
    }

    // The third could be anywhere: it has no rank, and takes none from those that are clear.
    [Fact]
    public void One_that_scatters_far_more_than_the_others_has_no_rank_and_leaves_them_theirs()
    {
        double[][] times = [[100, 101, 99, 100, 100], [110, 111, 109.2, 110, 110.1], [70, 160, 95, 180, 60], [100.2, 100.8, 99.1, 100.1, 99.8], [900, 905, 893, 902, 899]];

        Assert.Equal(["1=", "3", "?", "1=", "5"], Ranks(times));
    }

    [Fact]
    public void Where_bounds_are_wider_than_what_differs_nothing_is_ranked()
    {
        double[][] times = [[100, 140, 80], [110, 95, 120], [90, 130, 105]];

        Assert.Equal(["?", "?", "?"], Ranks(times));
    }

    [Fact]
    public void Fewer_than_three_rounds_rank_nothing_however_far_apart()
    {
        Assert.Equal(["?", "?"], Ranks([[100], [900]]));
        Assert.Equal(["?", "?"], Ranks([[100, 100], [900, 901]]));
        Assert.Equal(["?"], Ranks([[100, 100]]));
        Assert.Equal(["1"], Ranks([[100, 100, 100]]));
        Assert.Empty(Ranks([]));
    }

    private static string[] Ranks(double[][] times)
    {
        PairedRanking ranking = new(new RoundComparison(times));
        return [.. Enumerable.Range(0, times.Length).Select(thing => ranking[thing] is { Rank: { } rank } place ? $"{rank}{(place.IsTied ? "=" : "")}" : "?")];
    }
}
