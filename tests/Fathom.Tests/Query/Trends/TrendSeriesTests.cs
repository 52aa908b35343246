using Fathom.Query.Trends;
using Xunit;

namespace Fathom.Tests.Query.Trends;

public sealed class TrendSeriesTests
{
    [Fact]
    public void Few_values_are_kept_as_they_are()
    {
        TrendSeries series = new();
        for (int i = 0; i < TrendSeries.Capacity; i++)
            series.Add(i, i * 3);

        Assert.Equal(TrendSeries.Capacity, series.Count);
        Assert.Equal(1, series.SamplesPerPoint);
        Assert.Equal(30, series.Values[10]);
    }

    [Fact]
    public void Many_values_are_averaged_and_none_is_dropped()
    {
        const int samples = 50_000;
        TrendSeries series = new();
        for (int i = 0; i < samples; i++)
            series.Add(i, i);

        Assert.Equal(samples, series.Samples);
        Assert.InRange(series.Count, TrendSeries.Capacity / 2, TrendSeries.Capacity);
        for (int i = 0; i < series.Count; i++)
        {
            // Each point is the mean of values i*n to (i+1)*n-1.
            double mean = ((i + 0.5) * series.SamplesPerPoint) - 0.5;
            Assert.Equal(mean, series.Values[i], 6);
            Assert.Equal(mean, series.Times[i], 6);
        }

        Assert.InRange(samples - ((long)series.Count * series.SamplesPerPoint), 0, series.SamplesPerPoint - 1);
        Assert.Equal((0, samples - 1, samples - 1), (series.First, series.Last, series.Highest));
    }

    [Fact]
    public void What_is_no_number_is_left_out()
    {
        TrendSeries series = new();
        series.Add(1, double.NaN);
        series.Add(2, 5);

        Assert.Equal((1, 1, 2.0), (series.Samples, series.Count, series.FirstTime));
    }
}
