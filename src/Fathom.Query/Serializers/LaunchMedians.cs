using Fathom.Query.Trends;

namespace Fathom.Query.Serializers;

/// <summary>
/// Estimates the median of an operation from samples of several processes. A process has a speed of its own (addresses, order of compilation), so the
/// processes are what is drawn anew, and within each its samples: a bootstrap in two steps (Davison and Hinkley, "Bootstrap Methods and their Application", 3.8).
/// </summary>
public static class LaunchMedians
{
    private const int Draws = 2000;
    private const ulong Seed = 20261122;

    /// <summary>The median of the processes' medians with its bounds.</summary>
    /// <param name="launches">The samples of each process; at least one process, each with at least one sample.</param>
    public static Estimate Of(IReadOnlyList<double[]> launches)
    {
        ArgumentOutOfRangeException.ThrowIfZero(launches.Count);
        double[] medians = [.. launches.Select(static samples => MedianOf(samples))];
        double median = MedianOf(medians);
        double[] drawn = new double[Draws], inner = new double[launches.Max(static samples => samples.Length)], outer = new double[launches.Count];
        ulong state = Seed;
        for (int draw = 0; draw < Draws; draw++)
        {
            for (int i = 0; i < outer.Length; i++)
            {
                double[] samples = launches[Below(launches.Count, ref state)];
                for (int j = 0; j < samples.Length; j++)
                    inner[j] = samples[Below(samples.Length, ref state)];
                outer[i] = Median.Of(inner.AsSpan(0, samples.Length));
            }

            drawn[draw] = Median.Of(outer);
        }

        Array.Sort(drawn);
        return new Estimate(median, drawn[(int)(Draws * 0.025)], drawn[(int)(Draws * 0.975)]);
    }

    private static double MedianOf(double[] values) => Median.Of(((double[])values.Clone()).AsSpan());

    // SplitMix64; one seed, so that the same samples always give the same bounds.
    private static int Below(int limit, ref ulong state)
    {
        state = unchecked(state + 0x9E3779B97F4A7C15);
        ulong z = unchecked((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9);
        z = unchecked((z ^ (z >> 27)) * 0x94D049BB133111EB);
        return (int)((z ^ (z >> 31)) % (ulong)limit);
    }
}
