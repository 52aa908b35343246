using Fathom.Model.Statistics;

namespace Fathom.Bench.Recording;

/// <summary>By how much requests cost more while they are recorded, from rounds in which both were measured one after the other.</summary>
internal static class PairedCost
{
    private const double Confidence = 0.95;

    /// <summary>The mean, and the bounds of which each holds with 95 %: percent more than without.</summary>
    /// <param name="ratios">Recorded to not recorded, a round each; at least two.</param>
    public static Estimate Percent(IReadOnlyList<double> ratios)
    {
        double[] logs = [.. ratios.Select(static ratio => Math.Log(ratio))];
        double mean = logs.Average(), variance = logs.Sum(log => (log - mean) * (log - mean)) / (logs.Length - 1);
        double reach = StudentT.Quantile(Confidence, logs.Length - 1) * Math.Sqrt(variance / logs.Length);
        return new Estimate(More(mean), More(mean - reach), More(mean + reach));
    }

    private static double More(double log) => 100 * (Math.Exp(log) - 1);
}
