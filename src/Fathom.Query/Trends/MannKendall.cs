namespace Fathom.Query.Trends;

/// <summary>
/// The test of Mann and Kendall: how surely values rise or fall, whatever their distribution. It takes the values to be independent of each other;
/// <see cref="SerialCorrelation"/> finds blocks that are.
/// </summary>
/// <param name="Score">Pairs that rise minus pairs that fall (S).</param>
/// <param name="Tau">Kendall's tau-b: -1 all pairs fall, 1 all rise; 0 where no two values differ.</param>
/// <param name="Z">The score in standard deviations that chance would give, corrected for ties and for continuity.</param>
public readonly record struct MannKendall(long Score, double Tau, double Z)
{
    /// <summary>Tests values in the order in which they were taken. Takes n²/2 steps.</summary>
    public static MannKendall Of(ReadOnlySpan<double> values)
    {
        long score = 0;
        for (int i = 0; i < values.Length; i++)
        {
            for (int j = i + 1; j < values.Length; j++)
                score += values[j].CompareTo(values[i]);
        }

        double n = values.Length, pairs = n * (n - 1) / 2;
        (double tiedPairs, double tiedVariance) = Ties(values);
        double variance = ((n * (n - 1) * ((2 * n) + 5)) - tiedVariance) / 18;
        double distinct = pairs - tiedPairs;
        double tau = distinct <= 0 ? 0 : score / Math.Sqrt(pairs * distinct);
        return new MannKendall(score, tau, variance <= 0 ? 0 : (score - Math.Sign(score)) / Math.Sqrt(variance));
    }

    /// <summary>How surely the values rise, between 0 and 1: 0.5 where they tell nothing.</summary>
    public double RiseConfidence => Normal.Below(Z);

    private static (double Pairs, double Variance) Ties(ReadOnlySpan<double> values)
    {
        double[] ordered = values.ToArray();
        Array.Sort(ordered);
        double pairs = 0, variance = 0;
        for (int start = 0, end; start < ordered.Length; start = end)
        {
            for (end = start + 1; end < ordered.Length && ordered[end] == ordered[start]; end++)
            {
            }

            double tied = end - start;
            pairs += tied * (tied - 1) / 2;
            variance += tied * (tied - 1) * ((2 * tied) + 5);
        }

        return (pairs, variance);
    }
}
