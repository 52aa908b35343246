using Fathom.Model.Statistics;
using Xunit;

namespace Fathom.Tests.Model.Statistics;

/// <summary>Samples that were taken in turns, on a machine that is at times half as fast.</summary>
public sealed class RoundTimesTests
{
    [Fact]
    public void What_strikes_a_turn_strikes_all_and_falls_out()
    {
        double[][] times = Of([Rounds([100, 200, 100, 210, 100]), Rounds([105, 210, 105, 220.5, 105])]);

        Assert.Equal(1.05, times[1][0] / times[0][0], 1e-9);
    }

    [Fact]
    public void One_odd_sample_of_one_does_not_count()
    {
        double[][] times = Of([Rounds([100, 100, 900, 100, 100]), Rounds([200, 200, 200, 200, 200]), Rounds([300, 300, 300, 300, 300])]);

        Assert.Equal(2, times[1][0] / times[0][0], 1e-9);
        Assert.Equal(3, times[2][0] / times[0][0], 1e-9);
    }

    [Fact]
    public void Who_took_no_part_in_a_round_has_no_time_in_it()
    {
        double[][] times = Of([new Dictionary<long, double[]> { [1] = [100], [2] = [50] }, new Dictionary<long, double[]> { [2] = [100] }]);

        Assert.True(double.IsNaN(times[1][0]));
        Assert.Equal(2, times[1][1] / times[0][1], 1e-9);
    }

    [Fact]
    public void Turns_that_not_all_took_are_left_out() =>
        Assert.Equal(2, Ratio(Of([Rounds([100, 100, 5_000]), Rounds([200, 200])])), 1e-9);

    [Fact]
    public void Nothing_has_no_rounds() => Assert.Empty(Of([new Dictionary<long, double[]>()])[0]);

    // Where one is fast the other is slow: nothing is common, and each has its scatter.
    [Fact]
    public void The_scatter_is_what_is_left_of_samples_when_things_and_turns_are_taken_out()
    {
        (_, double[] calm) = RoundTimes.Of([Rounds([100, 200, 100, 210, 100]), Rounds([105, 210, 105, 220.5, 105])], 2, [1]);
        (_, double[] wild) = RoundTimes.Of([Rounds([100, 125, 95, 112, 104]), Rounds([121, 101, 118, 97, 110])], 2, [1]);

        Assert.Equal(0, calm[0], 1e-9);
        Assert.InRange(wild[0], 0.05, 0.3);
    }

    private static double[][] Of(IReadOnlyList<Dictionary<long, double[]>> things) => RoundTimes.Of(things, things.Count, [.. things.SelectMany(static one => one.Keys).Distinct().Order()]).Times;

    private static Dictionary<long, double[]> Rounds(double[] samples) => new() { [1] = samples };

    private static double Ratio(double[][] times) => times[1][0] / times[0][0];
}
