using Fathom.Model.Statistics;

namespace Fathom.Query.Trends;

/// <summary>
/// The slope of Theil and Sen: the median of the slopes of all pairs of points. Up to 29 % of the points may lie anywhere without moving it much.
/// </summary>
/// <remarks>Takes n²/2 steps and as many doubles; <see cref="TrendSeries"/> bounds n. One thread at a time: the slopes are kept in one buffer.</remarks>
public sealed class TheilSen
{
    private double[] _slopes = [];

    /// <summary>The slope per unit of <paramref name="times"/>; 0 for less than two points in time.</summary>
    /// <param name="times">When the values were taken, ascending.</param>
    /// <param name="values">The values.</param>
    public double Slope(ReadOnlySpan<double> times, ReadOnlySpan<double> values)
    {
        int count = Slopes(times, values);
        return count == 0 ? 0 : Median.Of(_slopes.AsSpan(0, count));
    }

    /// <summary>
    /// The slope that the true one is not above, as far as values that do not depend on each other tell: the upper end of Sen's confidence interval. Infinite
    /// where so few values tell nothing.
    /// </summary>
    /// <param name="times">When the values were taken, ascending.</param>
    /// <param name="values">The values.</param>
    /// <param name="z">How sure, in standard deviations of the number of pairs that rise: 1.645 for 95 %.</param>
    public double AtMost(ReadOnlySpan<double> times, ReadOnlySpan<double> values, double z)
    {
        int count = Slopes(times, values);
        double n = values.Length, deviation = Math.Sqrt(n * (n - 1) * ((2 * n) + 5) / 18);
        int rank = (int)Math.Ceiling((count + (z * deviation)) / 2);
        return rank < count ? Median.Ordered(_slopes.AsSpan(0, count), rank) : double.PositiveInfinity;
    }

    private int Slopes(ReadOnlySpan<double> times, ReadOnlySpan<double> values)
    {
        int pairs = times.Length * (times.Length - 1) / 2;
        if (_slopes.Length < pairs)
            _slopes = new double[pairs];
        int count = 0;
        for (int i = 0; i < times.Length; i++)
        {
            for (int j = i + 1; j < times.Length; j++)
            {
                double time = times[j] - times[i];
                if (time > 0)
                    _slopes[count++] = (values[j] - values[i]) / time;
            }
        }

        return count;
    }
}
