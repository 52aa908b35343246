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

        return count == 0 ? 0 : Median.Of(_slopes.AsSpan(0, count));
    }
}
