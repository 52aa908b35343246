using Fathom.Query.Serializers;
using Fathom.Tests.Model.Statistics;
using Xunit;

namespace Fathom.Tests.Query.Serializers;

/// <summary>The growth over the number of objects, on times whose growth is known.</summary>
public sealed class PowerLawTests
{
    private static readonly long[] s_sizes = [100, 1000, 10_000, 100_000];

    [Theory]
    [InlineData(1.0, false)]
    [InlineData(1.05, false)]
    [InlineData(1.3, true)]
    [InlineData(2.0, true)]
    public void The_exponent_is_found_and_flagged_above_its_limit(double exponent, bool flagged)
    {
        PowerLaw law = PowerLaw.Fit(Times(n => 20 * Math.Pow(n, exponent), seed: 1))!;

        Assert.InRange(exponent, law.Exponent.Low - 0.01, law.Exponent.High + 0.01);
        Assert.Equal(exponent, law.Exponent.Median, 0.03);
        Assert.Equal(flagged, law.IsSuperlinear);
        Assert.Equal(Math.Pow(10, exponent), law.PredictedTenfold / (20 * Math.Pow(100_000, exponent)), Math.Pow(10, exponent) * 0.2);
    }

    // What writing and reading cost by themselves bends the line at small sizes: the line alone said 1.745 to 1.846 of a reader that is quadratic.
    [Theory]
    [InlineData(0, 100, 0.1, 2.0)]
    [InlineData(0, 100, 0.01, 2.0)]
    [InlineData(5000, 40, 0.02, 2.0)]
    [InlineData(20_000, 100, 0, 1.0)]
    public void The_bounds_hold_the_exponent_that_small_sizes_bend(double perCall, double perObject, double perPair, double exponent)
    {
        for (ulong seed = 1; seed <= 20; seed++)
        {
            PowerLaw law = PowerLaw.Fit(Times(n => perCall + (perObject * n) + (perPair * n * n), seed))!;

            Assert.InRange(exponent, law.Exponent.Low, law.Exponent.High);
            Assert.Equal(exponent > 1, law.IsSuperlinear);
        }
    }

    // Two processes on a busy machine: what comes after the largest size is open, that the time grew faster than the number is not.
    [Fact]
    public void Growth_that_was_measured_is_flagged_however_uncertain_the_next_step_is()
    {
        PowerLaw law = PowerLaw.Fit([(1000, [0.9, 1.0]), (4000, [12, 24]), (16_000, [230, 245])])!;

        Assert.True(law.Exponent.Low < 1);
        Assert.True(law.IsSuperlinear);
    }

    // Bounds that hold everything say nothing.
    [Fact]
    public void The_bounds_of_straight_growth_stay_narrow()
    {
        PowerLaw law = PowerLaw.Fit(Times(static n => 20 * n, seed: 3))!;

        Assert.InRange(law.Exponent.High - law.Exponent.Low, 0, 0.15);
    }

    // A table of fixed size whose chains grow: linear at first, quadratic at the end. The last two sizes say what comes next.
    [Fact]
    public void Growth_that_sets_in_late_is_in_the_last_exponent_and_in_the_prediction()
    {
        static double Time(double n) => (100 * n) + (n * n / 100);

        PowerLaw law = PowerLaw.Fit(Times(Time, seed: 2))!;

        Assert.True(law.TailExponent > law.Exponent.Median);
        Assert.InRange(law.TailExponent, 1.6, 2);
        Assert.Equal(1, law.PredictedTenfold / Time(1_000_000), 0.5);
    }

    // A cost per call of a hundred objects' time: below the range it would make the line flat.
    [Fact]
    public void Sizes_that_a_fixed_cost_hides_are_left_out()
    {
        long[] sizes = [1, 10, 10_000, 100_000, 1_000_000];

        PowerLaw law = PowerLaw.Fit(sizes.Select(static n => (n, (double[])[1000 + (10 * n)])))!;

        Assert.Equal((3, 10_000, 1_000_000), (law.Points, law.FromN, law.ToN));
        Assert.Equal(1, law.Exponent.Median, 0.01);
    }

    [Fact]
    public void Two_sizes_are_no_law()
    {
        Assert.Null(PowerLaw.Fit([(10, [1]), (100, [10])]));
        Assert.Null(PowerLaw.Fit([]));
    }

    private static IEnumerable<(long N, double[] Launches)> Times(Func<double, double> time, ulong seed)
    {
        KnownTimes random = new(seed);
        return [.. s_sizes.Select(n => (n, (double[])[.. Enumerable.Range(0, 5).Select(_ => time(n) * (1 + (0.02 * random.Normal())))]))];
    }
}
