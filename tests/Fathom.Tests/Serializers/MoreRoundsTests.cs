using Fathom.Model.Statistics;
using Fathom.Serializers.Plans;
using Fathom.Serializers.Suites;
using Fathom.Tests.Model.Statistics;
using Xunit;

namespace Fathom.Tests.Serializers;

/// <summary>When more rounds of processes are run than were asked for.</summary>
public sealed class MoreRoundsTests
{
    [Fact]
    public void Calm_rounds_are_enough() =>
        Assert.False(new MoreRounds(new SuitePlan { Launches = 4 }).AreNeeded([Rounds(4, spoilt: 0)], taken: 4, hasTime: true));

    [Theory]
    [InlineData(3, 3, true)]
    [InlineData(3, 4, false)]
    [InlineData(5, 5, true)]
    [InlineData(5, 6, false)]
    public void A_round_whose_scatter_stands_out_is_measured_once_more(int launches, int taken, bool expected) =>
        Assert.Equal(expected, new MoreRounds(new SuitePlan { Launches = launches }).AreNeeded([Rounds(taken, spoilt: 1)], taken, hasTime: false));

    // Where every other round stands out, that is how the machine is.
    [Fact]
    public void Half_as_many_rounds_as_were_asked_for_are_measured_again_and_no_more()
    {
        MoreRounds more = new(new SuitePlan { Launches = 5 });

        Assert.True(more.AreNeeded([Rounds(6, spoilt: 2)], 6, hasTime: false));
        Assert.False(more.AreNeeded([Rounds(7, spoilt: 3)], 7, hasTime: false));
    }

    [Theory]
    [InlineData(0.5, true, false)]
    [InlineData(0.005, true, true)]
    [InlineData(0.005, false, false)]
    public void A_precision_takes_rounds_until_the_bounds_are_that_near_or_the_time_is_over(double precision, bool hasTime, bool expected) =>
        Assert.Equal(expected, new MoreRounds(new SuitePlan { Launches = 5, Precision = precision }).AreNeeded([Rounds(5, spoilt: 0)], 5, hasTime));

    [Fact]
    public void More_rounds_come_nearer() => Assert.False(new MoreRounds(new SuitePlan { Launches = 5, Precision = 0.02 }).AreNeeded([Rounds(40, spoilt: 0)], 40, hasTime: true));

    private static PairedCase Rounds(int count, int spoilt)
    {
        Dictionary<long, double[]>[] things = new SimulatedRounds(21).Samples([1, 1.05, 1.3, 2], count, 10, process: 0.01, sample: 0.01);
        double[] wild = [1.5, 0.7, 1.9, 1, 0.6, 2.1, 1.3, 0.8, 1.7, 1];
        for (int round = 1; round <= spoilt; round++)
        {
            for (int thing = 0; thing < things.Length; thing++)
                things[thing][round] = [.. things[thing][round].Select((time, turn) => time * wild[(turn + (3 * thing)) % wild.Length])];
        }

        return new PairedCase([things, things], things.Length);
    }
}
