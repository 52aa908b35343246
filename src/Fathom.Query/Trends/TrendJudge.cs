using Fathom.Model.Statistics;

namespace Fathom.Query.Trends;

/// <summary>
/// Says of a series whether it grows. The start is cut off where it is unlike the rest; the slope is Theil-Sen over all pairs of the points that are left; the
/// confidence is Mann-Kendall over the medians of blocks that do not depend on each other. Growth must also last over both halves, matter, and exceed the swings.
/// That something does not grow is said only when a stated growth is ruled out.
/// </summary>
/// <remarks>One thread at a time. Memory is bounded by <see cref="TrendSeries.Capacity"/>.</remarks>
public sealed class TrendJudge
{
    /// <summary>The fewest points for any verdict.</summary>
    public const int LeastPoints = 8;

    private const int LeastBlocks = 8;
    private const double Certain = 0.999;
    private const double Chance = 0.98;
    private const double RuledOut = 1.645;
    private const double Sustained = 0.4;
    private const double SustainedAfterStart = 0.65;
    private const double Line = 0.08;
    private const double Settled = 0.25;

    private readonly TheilSen _slopes = new();
    private readonly double[] _residuals = new double[TrendSeries.Capacity];
    private readonly double[] _work = new double[TrendSeries.Capacity];

    /// <summary>Judges a series as it is now.</summary>
    public TrendJudgement Judge(TrendSeries series, Materiality matters)
    {
        ReadOnlySpan<double> times = series.Times, values = series.Values;
        if (values.Length < LeastPoints)
            return new TrendJudgement(TrendVerdict.TooShort, TrendReason.FewValues, _slopes.Slope(times, values), 0.5, 0, series.FirstTime, values.Length);
        int cut = WarmUp.Length(values);
        return Judge(times[cut..], values[cut..], cut > 0, matters);
    }

    private TrendJudgement Judge(ReadOnlySpan<double> times, ReadOnlySpan<double> values, bool isCut, Materiality matters)
    {
        double slope = _slopes.Slope(times, values);
        Span<double> residuals = Residuals(times, values, slope);
        int length = SerialCorrelation.BlockLength(residuals);
        double rise = slope * (times[^1] - times[0]);
        double spread = Spread(residuals);
        // Values on a line, or nearly, hang together only in what is left of them.
        int blocks = spread < Line * Math.Abs(rise) ? Math.Min(values.Length, Math.Max(LeastBlocks, values.Length / length)) : Math.Max(1, values.Length / length);
        double[] medians = BlockMedians(values, blocks);
        MannKendall test = MannKendall.Of(medians);
        TrendJudgement judgement = new(
            TrendVerdict.TooShort, TrendReason.Unsure, slope, slope < 0 ? 1 - test.RiseConfidence : test.RiseConfidence, test.Tau, times[0], blocks)
        {
            AtMost = Math.Max(slope, _slopes.AtMost(BlockTimes(times, blocks), medians, RuledOut)),
        };
        (TrendVerdict verdict, TrendReason reason) = Decide(judgement, times, values, rise, spread, isCut, matters);
        return judgement with { Verdict = verdict, Reason = reason };
    }

    private (TrendVerdict Verdict, TrendReason Reason) Decide(
        TrendJudgement facts, ReadOnlySpan<double> times, ReadOnlySpan<double> values, double rise, double spread, bool isCut, Materiality matters)
    {
        double level = Level(values), least = matters.Least(level), time = times[^1] - times[0];
        if (Range(values) <= 0)
            return (TrendVerdict.DoesNotGrow, isCut ? TrendReason.Settled : TrendReason.Constant);
        if (Range(values) < Math.Min(least, matters.RuledOut(level, time, 0)))
            return (TrendVerdict.DoesNotGrow, isCut ? TrendReason.Settled : TrendReason.Immaterial);
        if (facts.Blocks < LeastBlocks)
            return (TrendVerdict.TooShort, values.Length < LeastBlocks ? TrendReason.FewValues : TrendReason.LongSwings);
        if (facts.Slope <= 0 && facts.Confidence >= Certain)
            return (TrendVerdict.DoesNotGrow, TrendReason.Falls);
        bool isRuledOut = facts.AtMost * time <= matters.RuledOut(level, time, spread);
        if (facts.Slope <= 0 || facts.Confidence < Chance)
            return isRuledOut ? (TrendVerdict.DoesNotGrow, isCut ? TrendReason.Settled : TrendReason.NoRise) : (TrendVerdict.TooShort, TrendReason.Hidden);
        if (rise < least)
            return isRuledOut ? (TrendVerdict.DoesNotGrow, isCut ? TrendReason.Settled : TrendReason.Immaterial) : (TrendVerdict.TooShort, TrendReason.SmallSoFar);
        if (facts.Confidence < Certain)
            return (TrendVerdict.TooShort, TrendReason.Unsure);
        if (rise < spread)
            return (TrendVerdict.TooShort, TrendReason.WithinSwings);
        return Lasting(times, values, isCut, level, matters);
    }

    // A start that settles rises fast in its first half and hardly in its second; growth goes on.
    private (TrendVerdict Verdict, TrendReason Reason) Lasting(ReadOnlySpan<double> times, ReadOnlySpan<double> values, bool isCut, double level, Materiality matters)
    {
        int half = values.Length / 2;
        double first = _slopes.Slope(times[..half], values[..half]), second = _slopes.Slope(times[half..], values[half..]);
        if (first < Settled * second)
            return (TrendVerdict.TooShort, TrendReason.LateJump);
        if (second >= (isCut ? SustainedAfterStart : Sustained) * first)
            return (TrendVerdict.Grows, TrendReason.Steady);
        double rest = times[^1] - times[half];
        bool isSettled = second < Settled * first && second * rest < matters.RuledOut(level, rest, 0);
        return isSettled ? (TrendVerdict.DoesNotGrow, TrendReason.Settled) : (TrendVerdict.TooShort, TrendReason.Slowing);
    }

    private Span<double> Residuals(ReadOnlySpan<double> times, ReadOnlySpan<double> values, double slope)
    {
        Span<double> residuals = _residuals.AsSpan(0, values.Length);
        for (int i = 0; i < residuals.Length; i++)
            residuals[i] = values[i] - (slope * (times[i] - times[0]));
        return residuals;
    }

    private double[] BlockMedians(ReadOnlySpan<double> values, int blocks)
    {
        double[] medians = new double[blocks];
        for (int i = 0; i < blocks; i++)
        {
            int start = (int)((long)i * values.Length / blocks), end = (int)((long)(i + 1) * values.Length / blocks);
            Span<double> block = _work.AsSpan(0, end - start);
            values[start..end].CopyTo(block);
            medians[i] = Median.Of(block);
        }

        return medians;
    }

    private static double[] BlockTimes(ReadOnlySpan<double> times, int blocks)
    {
        double[] middles = new double[blocks];
        for (int i = 0; i < blocks; i++)
            middles[i] = (times[(int)((long)i * times.Length / blocks)] + times[(int)(((long)(i + 1) * times.Length / blocks) - 1)]) / 2;
        return middles;
    }

    // The range that holds the middle half.
    private double Spread(ReadOnlySpan<double> residuals)
    {
        Span<double> ordered = _work.AsSpan(0, residuals.Length);
        residuals.CopyTo(ordered);
        return Median.Ordered(ordered, residuals.Length * 3 / 4) - Median.Ordered(ordered, residuals.Length / 4);
    }

    private double Level(ReadOnlySpan<double> values)
    {
        Span<double> ordered = _work.AsSpan(0, values.Length);
        values.CopyTo(ordered);
        return Median.Of(ordered);
    }

    private static double Range(ReadOnlySpan<double> values)
    {
        double low = values[0], high = values[0];
        foreach (double value in values)
            (low, high) = (Math.Min(low, value), Math.Max(high, value));
        return high - low;
    }
}
