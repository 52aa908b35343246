using Fathom.Query.Serializers;
using Xunit;

namespace Fathom.Tests.Query.Serializers;

/// <summary>Samples that were taken in turns, on a machine that is at times half as fast.</summary>
public sealed class RoundTimesTests
{
    private const int Turns = 10;

    [Fact]
    public void What_strikes_a_turn_strikes_all_and_falls_out()
    {
        double[][] times = RoundTimes.Of([Rounds([100, 200, 100, 210, 100]), Rounds([105, 210, 105, 220.5, 105])]);

        Assert.Equal(1.05, times[1][0] / times[0][0], 1e-9);
    }

    [Fact]
    public void One_odd_sample_of_one_does_not_count()
    {
        double[][] times = RoundTimes.Of([Rounds([100, 100, 900, 100, 100]), Rounds([200, 200, 200, 200, 200]), Rounds([300, 300, 300, 300, 300])]);

        Assert.Equal(2, times[1][0] / times[0][0], 1e-9);
        Assert.Equal(3, times[2][0] / times[0][0], 1e-9);
    }

    [Fact]
    public void Who_took_no_part_in_a_round_has_no_time_in_it()
    {
        double[][] times = RoundTimes.Of([new Dictionary<long, double[]> { [1] = [100], [2] = [50] }, new Dictionary<long, double[]> { [2] = [100] }]);

        Assert.True(double.IsNaN(times[1][0]));
        Assert.Equal(2, times[1][1] / times[0][1], 1e-9);
    }

    [Fact]
    public void Turns_that_not_all_took_are_left_out() =>
        Assert.Equal(2, Ratio(RoundTimes.Of([Rounds([100, 100, 5_000]), Rounds([200, 200])])), 1e-9);

    [Fact]
    public void Nothing_has_no_rounds() => Assert.Empty(RoundTimes.Of([new Dictionary<long, double[]>()])[0]);

    // Half of the turns are twice as slow, at random, as on a core that is shared: medians of rounds one after the other could not see 5 % among that.
    [Fact]
    public void Five_percent_are_found_among_turns_that_are_twice_as_slow()
    {
        KnownTimes random = new(7);
        const int repetitions = 200, rounds = 6;
        int found = 0, falseWinners = 0;
        for (int i = 0; i < repetitions; i++)
        {
            Dictionary<long, double[]>[] things = [[], [], []];
            for (int round = 1; round <= rounds; round++)
            {
                foreach (Dictionary<long, double[]> thing in things)
                    thing[round] = new double[Turns];
                for (int turn = 0; turn < Turns; turn++)
                {
                    double common = random.Normal() > 0 ? 200 : 100;
                    for (int thing = 0; thing < things.Length; thing++)
                        things[thing][round][turn] = common * (thing == 2 ? 1.05 : 1) * Math.Exp(0.02 * random.Normal());
                }
            }

            RoundComparison comparison = new(RoundTimes.Of(things));
            found += comparison.Ratio(2, 0).Low > 1 ? 1 : 0;
            falseWinners += comparison.Ties(0, 1) ? 0 : 1;
        }

        Assert.InRange(found, repetitions * 19 / 20, repetitions);
        Assert.InRange(falseWinners, 0, 3);
    }

    private static Dictionary<long, double[]> Rounds(double[] samples) => new() { [1] = samples };

    private static double Ratio(double[][] times) => times[1][0] / times[0][0];
}
