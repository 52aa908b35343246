using Fathom.Model.Statistics;
using Xunit;

namespace Fathom.Tests.Model.Statistics;

/// <summary>Whether runs tell a change of a mean from chance.</summary>
public sealed class MeanDifferenceTests
{
    // By hand: variances of the means 1/3 each, 4 degrees of freedom, t(0.995, 4) = 4.6041 of any table.
    [Fact]
    public void Bounds_are_those_of_Welch()
    {
        MeanDifference difference = MeanDifference.Of([1, 2, 3], [11, 12, 13])!.Value;

        double reach = 4.6041 * Math.Sqrt(2.0 / 3);
        Assert.Equal(10, difference.Delta, 1e-9);
        Assert.Equal(10 - reach, difference.Low, 1e-3);
        Assert.Equal(10 + reach, difference.High, 1e-3);
    }

    // Variances 0 and 1/3: all freedom is that of one side, t(0.995, 2) = 9.9248.
    [Fact]
    public void A_side_that_does_not_scatter_adds_nothing()
    {
        MeanDifference difference = MeanDifference.Of([5, 5, 5], [11, 12, 13])!.Value;

        Assert.Equal(7 - (9.9248 * Math.Sqrt(1.0 / 3)), difference.Low, 1e-3);
    }

    [Fact]
    public void Two_values_tell_nothing() => Assert.Null(MeanDifference.Of([1, 1], [9, 9, 9]));

    // A truth without a change: bounds that hold it with 99 % leave it out about once in a hundred.
    [Fact]
    public void Chance_is_taken_for_a_change_once_in_a_hundred()
    {
        Random random = new(7);
        int wrong = 0;
        const int tries = 4000;
        for (int i = 0; i < tries; i++)
        {
            MeanDifference difference = MeanDifference.Of([.. Normal(4)], [.. Normal(4)])!.Value;
            wrong += difference.Low > 0 || difference.High < 0 ? 1 : 0;
        }

        Assert.InRange(wrong, tries / 400, tries / 50);

        IEnumerable<double> Normal(int count) => Enumerable.Range(0, count).Select(_ =>
            Math.Sqrt(-2 * Math.Log(1 - random.NextDouble())) * Math.Cos(2 * Math.PI * random.NextDouble()));
    }
}
