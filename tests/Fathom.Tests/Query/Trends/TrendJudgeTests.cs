using Fathom.Query.Trends;
using Xunit;

namespace Fathom.Tests.Query.Trends;

/// <summary>1,000 series of each kind and truth; below 1 % may get the opposite verdict. "Too short to tell" is never false, but must be rare where there is enough to tell.</summary>
public sealed class TrendJudgeTests
{
    private const int Runs = 1_000;
    private const int MaxFalse = Runs / 100;

    private readonly TrendJudge _judge = new();

    [Fact]
    public void Noise_does_not_grow() => Check(static series => series.Noise(), TrendVerdict.DoesNotGrow, atLeast: 950);

    [Fact]
    public void Slopes_grow() => Check(static series => series.Slope(), TrendVerdict.Grows, atLeast: 980);

    [Fact]
    public void Falls_do_not_grow() => Check(static series => series.Fall(), TrendVerdict.DoesNotGrow, atLeast: 980);

    [Fact]
    public void Steps_do_not_grow() => Check(static series => series.Step(), TrendVerdict.DoesNotGrow, atLeast: 500);

    [Fact]
    public void Saw_teeth_do_not_grow() => Check(static series => series.SawTooth(), TrendVerdict.DoesNotGrow, atLeast: 800);

    [Fact]
    public void Uneven_saw_teeth_do_not_grow() => Check(static series => series.UnevenSawTooth(), TrendVerdict.DoesNotGrow, atLeast: 850);

    [Fact]
    public void Saw_teeth_on_a_rising_floor_grow() => Check(static series => series.LeakingSawTooth(), TrendVerdict.Grows, atLeast: 950);

    [Fact]
    public void Warm_ups_do_not_grow() => Check(static series => series.WarmUp(), TrendVerdict.DoesNotGrow, atLeast: 900);

    [Fact]
    public void Leaks_behind_a_warm_up_grow() => Check(static series => series.WarmUpAndLeak(), TrendVerdict.Grows, atLeast: 850);

    [Fact]
    public void Leaks_of_20_KB_a_second_under_garbage_are_never_said_not_to_grow()
    {
        int missed = 0, found = 0;
        for (int seed = 0; seed < Runs; seed++)
        {
            TrendVerdict verdict = _judge.Judge(new SyntheticSeries(seed, 120 + (seed % 180)).SlowLeakUnderGarbage(20_000), Materiality.ManagedBytes).Verdict;
            missed += verdict == TrendVerdict.DoesNotGrow ? 1 : 0;
            found += verdict == TrendVerdict.Grows ? 1 : 0;
        }

        Assert.True(missed < MaxFalse, $"{missed} of {Runs} leaks were said not to grow, {found} to grow");
    }

    [Fact]
    public void A_managed_heap_without_a_leak_and_with_small_swings_does_not_grow()
    {
        Random random = new(3);
        TrendJudgement judgement = _judge.Judge(Seconds(600, i => 5e7 + (2e6 * ((i + random.NextDouble()) % 5))), Materiality.ManagedBytes);

        Assert.Equal((TrendVerdict.DoesNotGrow, TrendReason.NoRise), Of(judgement));
        Assert.InRange(judgement.AtMost, 0, 3600 * 10 * 1024);
    }

    [Fact]
    public void Swings_that_could_hide_a_leak_are_too_short_to_tell_and_say_how_large_it_may_be()
    {
        Random random = new(4);
        TrendJudgement judgement = _judge.Judge(Seconds(120, _ => 5e7 + (3e7 * random.NextDouble())), Materiality.ManagedBytes);

        Assert.Equal((TrendVerdict.TooShort, TrendReason.Hidden), Of(judgement));
        Assert.InRange(judgement.AtMost, 3600 * 10 * 1024, 1e12);
    }

    [Theory]
    [InlineData(10, 5e7)]
    [InlineData(300, 4e9)]
    public void A_leak_of_20_KB_a_second_that_is_too_small_to_matter_so_far_is_not_said_not_to_grow(int seconds, double level)
    {
        TrendJudgement judgement = _judge.Judge(Seconds(seconds, i => level + (20_000.0 * i)), Materiality.ManagedBytes);

        Assert.Equal((TrendVerdict.TooShort, TrendReason.SmallSoFar), Of(judgement));
    }

    [Fact]
    public void A_leak_that_goes_on_behind_a_fast_start_has_not_settled()
    {
        // 500 KB a second for ever, under a start that is ten times as fast.
        TrendJudgement judgement = _judge.Judge(Seconds(240, i => 1e8 + (5e5 * i) + (1.2e9 * (1 - Math.Exp(-i / 60.0)))), Materiality.Bytes);

        Assert.NotEqual(TrendVerdict.DoesNotGrow, judgement.Verdict);
    }

    [Fact]
    public void Ten_points_on_a_line_are_enough()
    {
        TrendSeries series = Line(10, i => i * 1e7);

        TrendJudgement judgement = _judge.Judge(series, Materiality.Bytes);

        Assert.Equal((TrendVerdict.Grows, TrendReason.Steady), (judgement.Verdict, judgement.Reason));
        Assert.Equal(1e7, judgement.Slope, 0.1);
        Assert.InRange(judgement.Confidence, 0.999, 1);
    }

    [Fact]
    public void Seven_points_are_too_few() =>
        Assert.Equal(TrendReason.FewValues, _judge.Judge(Line(7, i => i * 1e7), Materiality.Bytes).Reason);

    [Fact]
    public void A_rise_of_a_few_pages_does_not_matter() =>
        Assert.Equal(TrendReason.Immaterial, _judge.Judge(Line(100, i => 1e8 + (i * 1000)), Materiality.Bytes).Reason);

    [Fact]
    public void A_level_that_never_moves_is_constant() =>
        Assert.Equal((TrendVerdict.DoesNotGrow, TrendReason.Constant), Of(_judge.Judge(Line(100, _ => 42), Materiality.Counts)));

    [Fact]
    public void A_warm_up_is_cut_off_before_the_slope_is_taken()
    {
        TrendJudgement judgement = _judge.Judge(Line(240, i => 1e8 + (i * 1e6) + (Math.Min(i, 30) * 2e7)), Materiality.Bytes);

        Assert.Equal(TrendVerdict.Grows, judgement.Verdict);
        Assert.InRange(judgement.WarmUpEnd, 20, 120);
        Assert.InRange(judgement.Slope, 0.95e6, 1.3e6);
    }

    [Fact]
    public void Slopes_of_fifty_thousand_values_are_those_of_all_of_them()
    {
        const int samples = 50_000;
        Random random = new(5);
        TrendJudgement judgement = _judge.Judge(Line(samples, i => 1e8 + (i * 700.0) + (random.NextDouble() * 1e6)), Materiality.Bytes);

        Assert.Equal(TrendVerdict.Grows, judgement.Verdict);
        Assert.InRange(judgement.Slope, 693, 707);
    }

    private static (TrendVerdict Verdict, TrendReason Reason) Of(TrendJudgement judgement) => (judgement.Verdict, judgement.Reason);

    // A value a second, in hours.
    private static TrendSeries Seconds(int count, Func<int, double> value)
    {
        TrendSeries series = new();
        for (int i = 0; i < count; i++)
            series.Add(i / 3600.0, value(i));
        return series;
    }

    private static TrendSeries Line(int count, Func<int, double> value)
    {
        TrendSeries series = new();
        for (int i = 0; i < count; i++)
            series.Add(i, value(i));
        return series;
    }

    private void Check(Func<SyntheticSeries, TrendSeries> make, TrendVerdict truth, int atLeast)
    {
        int right = 0, wrong = 0;
        for (int seed = 0; seed < Runs; seed++)
        {
            TrendVerdict verdict = _judge.Judge(make(new SyntheticSeries(seed, 60 + (seed % 120))), Materiality.Bytes).Verdict;
            right += verdict == truth ? 1 : 0;
            wrong += verdict != truth && verdict != TrendVerdict.TooShort ? 1 : 0;
        }

        Assert.True(wrong < MaxFalse, $"{wrong} of {Runs} got the wrong verdict");
        Assert.True(right >= atLeast, $"only {right} of {Runs} got the right verdict, {wrong} the wrong one");
    }
}
