using Fathom.Model.Statistics;
using Fathom.Query.Trends;
using Xunit;

namespace Fathom.Tests.Query.Trends;

/// <summary>Slopes and tests against values of textbooks and against the plainest way to compute them.</summary>
public sealed class TrendStatisticsTests
{
    [Fact]
    public void Slope_is_that_of_the_textbook()
    {
        // Hollander and Wolfe, Nonparametric Statistical Methods, cloud seeding: -0.056.
        double slope = new TheilSen().Slope([1, 2, 3, 4, 5], [1.26, 1.27, 1.12, 1.16, 1.03]);

        Assert.Equal(-0.05625, slope, 12);
    }

    [Fact]
    public void Tau_is_that_of_the_textbook()
    {
        // Hollander and Wolfe, tuna lightness and panel score in the order of lightness; R's cor.test gives tau 0.4444.
        MannKendall test = MannKendall.Of([2.5, 4.0, 2.6, 3.6, 2.8, 3.1, 5.2, 5.0, 3.8]);

        Assert.Equal(16, test.Score);
        Assert.Equal(0.4444444, test.Tau, 6);
    }

    [Fact]
    public void Score_and_its_deviation_are_those_of_the_textbook()
    {
        // Gilbert, Statistical Methods for Environmental Pollution Monitoring, chapter 16: 10, 15, 14, 20 has S = 4; the variance for n = 4 is 26/3.
        MannKendall test = MannKendall.Of([10, 15, 14, 20]);

        Assert.Equal(4, test.Score);
        Assert.Equal(3 / Math.Sqrt(26.0 / 3), test.Z, 12);
    }

    [Fact]
    public void Ties_are_taken_out_of_tau_and_variance()
    {
        MannKendall test = MannKendall.Of([1, 1, 2, 2, 3]);

        Assert.Equal(8, test.Score);
        Assert.Equal(8 / Math.Sqrt(10.0 * 8), test.Tau, 12);
        Assert.Equal(7 / Math.Sqrt(((5 * 4 * 15) - (2 * (2 * 1 * 9))) / 18.0), test.Z, 12);
    }

    [Fact]
    public void Equal_values_tell_nothing()
    {
        MannKendall test = MannKendall.Of([7, 7, 7, 7]);

        Assert.Equal((0, 0, 0), (test.Score, test.Tau, test.Z));
        Assert.Equal(0.5, test.RiseConfidence, 6);
    }

    [Theory]
    [InlineData(0, 0.5)]
    [InlineData(1.959964, 0.975)]
    [InlineData(-2.326348, 0.01)]
    [InlineData(3.090232, 0.999)]
    public void Probabilities_are_those_of_the_table(double z, double probability) => Assert.Equal(probability, Normal.Below(z), 6);

    [Fact]
    public void Medians_and_ranks_equal_sorting()
    {
        Random random = new(1);
        for (int run = 0; run < 2_000; run++)
        {
            double[] values = [.. Enumerable.Range(0, 1 + random.Next(40)).Select(_ => random.Next(12) * 0.5)];
            double[] sorted = [.. values.Order()];
            int rank = random.Next(values.Length);

            Assert.Equal((sorted[(sorted.Length - 1) / 2] + sorted[sorted.Length / 2]) / 2, Median.Of([.. values]));
            Assert.Equal(sorted[rank], Median.Ordered([.. values], rank));
        }
    }

    [Fact]
    public void Slopes_equal_the_median_of_all_pairs()
    {
        Random random = new(2);
        TheilSen slopes = new();
        for (int run = 0; run < 300; run++)
        {
            int count = 2 + random.Next(60);
            double[] times = [.. Enumerable.Range(0, count).Select(_ => random.NextDouble() * 100).Order()];
            double[] values = [.. times.Select(time => (time * (random.Next(5) - 2)) + random.NextDouble())];
            double[] all = [.. Pairs(count).Select(pair => (values[pair.J] - values[pair.I]) / (times[pair.J] - times[pair.I])).Order()];

            Assert.Equal((all[(all.Length - 1) / 2] + all[all.Length / 2]) / 2, slopes.Slope(times, values), 9);
        }
    }

    [Theory]
    [InlineData(9)]
    [InlineData(20)]
    [InlineData(60)]
    public void The_true_slope_is_below_the_upper_bound_as_often_as_it_says(int count)
    {
        const int runs = 2_000;
        const double slope = 0.7, sure = 1.645;
        TheilSen slopes = new();
        Random random = new(count);
        double[] times = [.. Enumerable.Range(0, count).Select(static i => (double)i)];
        int below = 0;
        for (int run = 0; run < runs; run++)
            below += slopes.AtMost(times, [.. times.Select(time => (slope * time) + (10 * random.NextDouble()))], sure) >= slope ? 1 : 0;

        Assert.InRange(below, runs * 0.93, runs * 0.98);
    }

    [Fact]
    public void Four_points_rule_out_nothing() => Assert.Equal(double.PositiveInfinity, new TheilSen().AtMost([1, 2, 3, 4], [1, 2, 3, 4], 3));

    [Fact]
    public void Points_of_one_time_make_no_slope() => Assert.Equal(2, new TheilSen().Slope([0, 0, 1], [0, 0, 2]));

    [Fact]
    public void Independent_values_stand_for_themselves_and_teeth_for_each_other()
    {
        Random random = new(3);
        double[] noise = [.. Enumerable.Range(0, 200).Select(_ => random.NextDouble())];
        double[] teeth = [.. Enumerable.Range(0, 200).Select(i => (double)(i % 20))];

        Assert.Equal(1, SerialCorrelation.BlockLength(noise));
        Assert.InRange(SerialCorrelation.BlockLength(teeth), 8, 24);
    }

    private static IEnumerable<(int I, int J)> Pairs(int count) => Enumerable.Range(0, count).SelectMany(i => Enumerable.Range(i + 1, count - i - 1).Select(j => (i, j)));
}
