using Fathom.Model.Statistics;
using Fathom.Query.Serializers;
using Fathom.Tests.Model.Statistics;
using Xunit;

namespace Fathom.Tests.Query.Serializers;

/// <summary>The bounds of a median against distributions whose median is known.</summary>
public sealed class LaunchMediansTests
{
    private const int Trials = 300;
    private const int Draws = 400;

    // 95 % of 300 are 285; three standard deviations of that count are 11. The mode that is between the processes is the hardest.
    [Theory]
    [Trait("Category", "Slow")]
    [InlineData("normal", 3)]
    [InlineData("normal", 5)]
    [InlineData("normal", 8)]
    [InlineData("normal", 15)]
    [InlineData("lognormal", 3)]
    [InlineData("lognormal", 5)]
    [InlineData("lognormal", 8)]
    [InlineData("lognormal", 15)]
    [InlineData("bimodal", 5)]
    [InlineData("bimodal", 8)]
    [InlineData("bimodal", 15)]
    public void The_bounds_hold_the_true_median_in_95_of_100(string distribution, int launches)
    {
        KnownTimes times = new(7);

        int held = Enumerable.Range(0, Trials).Count(_ => LaunchMedians.Of(times.Launches(distribution, launches, 5), Draws) is { Low: <= KnownTimes.TrueMedian, High: >= KnownTimes.TrueMedian });

        Assert.InRange(held, 274, Trials);
    }

    [Fact]
    public void The_bounds_hold_the_median_and_come_nearer_with_more_processes()
    {
        KnownTimes times = new(11);
        double[][] launches = times.Launches("normal", 40, 5);

        Estimate few = LaunchMedians.Of(launches[..5]), many = LaunchMedians.Of(launches);

        Assert.InRange(few.Median, few.Low, few.High);
        Assert.InRange(many.Median, many.Low, many.High);
        Assert.True(many.High - many.Low < few.High - few.Low);
    }

    [Fact]
    public void The_same_samples_give_the_same_bounds() =>
        Assert.Equal(LaunchMedians.Of(new KnownTimes(3).Launches("lognormal", 5, 10)), LaunchMedians.Of(new KnownTimes(3).Launches("lognormal", 5, 10)));

    // Two processes told "0.01 ns to 22.39 h" once.
    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    public void One_process_and_two_say_a_median_and_no_bounds(int launches)
    {
        Estimate estimate = LaunchMedians.Of([.. Enumerable.Range(1, launches).Select(static launch => (double[])[launch, launch, launch])]);

        Assert.Equal((launches + 1) / 2.0, estimate.Median);
        Assert.False(estimate.HasBounds);
    }

    // Tables of the distribution: 12.706, 2.776, 3.169 and, for many degrees of freedom, the normal distribution's 1.96.
    [Theory]
    [InlineData(0.975, 1, 12.706)]
    [InlineData(0.975, 4, 2.776)]
    [InlineData(0.995, 10, 3.169)]
    [InlineData(0.999, 1, 318.31)]
    [InlineData(0.975, 1000, 1.962)]
    public void Students_quantiles_are_those_of_the_tables(double probability, int freedom, double quantile) =>
        Assert.Equal(quantile, StudentT.Quantile(probability, freedom), quantile / 1000);
}
