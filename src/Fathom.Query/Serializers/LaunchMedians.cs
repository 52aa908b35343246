using Fathom.Model.Statistics;

namespace Fathom.Query.Serializers;

/// <summary>
/// Estimates the median of an operation from samples of several processes. A process has a speed of its own (addresses, order of compilation), so the
/// processes are what is drawn anew, and within each its samples: a bootstrap in two steps (Davison and Hinkley, "Bootstrap Methods and their Application", 3.8).
/// Of few processes a bootstrap promises too much, as it never draws what was not seen. So the bounds are widened: below eight processes to what Student's
/// distribution says of their logarithms, from eight on to the order statistics that hold a median with 95 %. Fewer than three processes have no bounds: of two, their distance is
/// all that is known, and Student's distribution would make it hours.
/// </summary>
public static class LaunchMedians
{
    private const int Draws = 2000;
    private const int EnoughForOrder = 8;
    private const double Confidence = 0.95;

    // A median scatters that much more than a mean does (sqrt(pi/2)), when the processes scatter like the normal distribution.
    private const double MedianScatter = 1.2533;

    /// <summary>The median of the processes' medians with its bounds.</summary>
    /// <param name="launches">The samples of each process; at least one process, each with at least one sample.</param>
    public static Estimate Of(IReadOnlyList<double[]> launches) => Of(launches, Draws);

    internal static Estimate Of(IReadOnlyList<double[]> launches, int draws)
    {
        ArgumentOutOfRangeException.ThrowIfZero(launches.Count);
        double[] medians = [.. launches.Select(static samples => MedianOf(samples))];
        double median = MedianOf(medians);
        if (medians.Length < RoundComparison.LeastRounds)
            return Estimate.Unbounded(median);
        (double low, double high) = Bootstrap(launches, draws);
        (double wideLow, double wideHigh) = medians.Length switch
        {
            < EnoughForOrder => Spread(medians, median),
            _ => Ordered(medians),
        };
        return new Estimate(median, Math.Min(low, wideLow), Math.Max(high, wideHigh));
    }

    /// <summary>The median of values that stay in their order.</summary>
    internal static double MedianOf(double[] values) => Median.Of(((double[])values.Clone()).AsSpan());

    private static (double Low, double High) Bootstrap(IReadOnlyList<double[]> launches, int draws)
    {
        double[] drawn = new double[draws], inner = new double[launches.Max(static samples => samples.Length)], outer = new double[launches.Count];
        Draw random = new();
        for (int draw = 0; draw < draws; draw++)
        {
            for (int i = 0; i < outer.Length; i++)
            {
                double[] samples = launches[random.Below(launches.Count)];
                for (int j = 0; j < samples.Length; j++)
                    inner[j] = samples[random.Below(samples.Length)];
                outer[i] = Median.Of(inner.AsSpan(0, samples.Length));
            }

            drawn[draw] = Median.Of(outer);
        }

        Array.Sort(drawn);
        return (drawn[(int)(draws * (1 - Confidence) / 2)], drawn[(int)(draws * (1 + Confidence) / 2)]);
    }

    // Times are products of effects rather than sums, so their logarithms are nearer to the normal distribution.
    private static (double Low, double High) Spread(double[] medians, double median)
    {
        double[] logs = [.. medians.Select(static value => Math.Log(Math.Max(value, double.Epsilon)))];
        double mean = logs.Average(), squares = logs.Sum(value => (value - mean) * (value - mean));
        double error = Math.Sqrt(squares / (logs.Length - 1) / logs.Length) * MedianScatter;
        double factor = Math.Exp(StudentT.Quantile((1 + Confidence) / 2, logs.Length - 1) * error);
        return (median / factor, median * factor);
    }

    // The narrowest pair of ranks, counted from both ends, that holds the median of any distribution with 95 %: each value is below it with 1/2.
    private static (double Low, double High) Ordered(double[] medians)
    {
        double[] sorted = (double[])medians.Clone();
        Array.Sort(sorted);
        double outside = 0, term = Math.Pow(0.5, sorted.Length);
        int rank = 0;
        for (; rank < sorted.Length / 2; rank++)
        {
            outside += 2 * term;
            if (outside > 1 - Confidence)
                break;
            term *= (double)(sorted.Length - rank) / (rank + 1);
        }

        int at = Math.Max(0, rank - 1);
        return (sorted[at], sorted[^(at + 1)]);
    }
}
