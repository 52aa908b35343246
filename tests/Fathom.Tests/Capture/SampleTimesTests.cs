using Fathom.Capture.Watching;
using Fathom.Query.Trends;
using Xunit;

namespace Fathom.Tests.Capture;

/// <summary>Where in its interval each sample of a watch is taken, and what that does for cycles that are nearly in step with the samples.</summary>
public sealed class SampleTimesTests
{
    private const long Interval = 500_000_000;
    private const int Samples = 240;
    private const double Tooth = 20 << 20;

    [Fact]
    public void The_first_sample_begins_the_watch_and_each_interval_has_one()
    {
        Assert.Equal(0, SampleTimes.Lead(0, Interval));
        for (long round = 1; round < 100_000; round++)
        {
            Assert.InRange(SampleTimes.Lead(round, Interval), 0, Interval - 1);
            long gap = Interval - SampleTimes.Lead(round, Interval) + SampleTimes.Lead(round - 1, Interval);
            Assert.InRange(gap, (long)(0.38 * Interval), (long)(1.39 * Interval));
        }
    }

    [Fact]
    public void Places_fill_the_interval_evenly()
    {
        int[] counts = new int[20];
        for (long round = 0; round < 1000; round++)
            counts[SampleTimes.Lead(round, Interval) * counts.Length / Interval]++;

        Assert.All(counts, static count => Assert.InRange(count, 47, 53));
    }

    // At a strict interval the teeth of a saw that is a little longer than a whole number of intervals look like a slow slope.
    [Fact]
    public void Teeth_that_are_nearly_in_step_with_the_samples_do_not_look_like_a_slope()
    {
        int wrong = 0, strictlyWrong = 0, runs = 0;
        TrendJudge judge = new();
        for (long period = 1_900_000_000; period <= 2_100_000_000; period += 1_000_000)
        {
            runs++;
            wrong += Verdict(judge, period, SampleTimes.Lead) == TrendVerdict.DoesNotGrow ? 0 : 1;
            strictlyWrong += Verdict(judge, period, static (_, _) => 0) == TrendVerdict.DoesNotGrow ? 0 : 1;
        }

        Assert.True(wrong * 50 <= runs, $"{wrong} of {runs}; at a strict interval {strictlyWrong}");
        Assert.True(strictlyWrong > wrong, $"{wrong} of {runs}; at a strict interval {strictlyWrong}");
    }

    private static TrendVerdict Verdict(TrendJudge judge, long period, Func<long, long, long> lead)
    {
        TrendSeries series = new();
        for (long round = 0; round < Samples; round++)
        {
            long at = (round * Interval) - lead(round, Interval);
            series.Add(at, 50e6 + (Tooth * (at % period) / period));
        }

        return judge.Judge(series, Materiality.Bytes).Verdict;
    }
}
