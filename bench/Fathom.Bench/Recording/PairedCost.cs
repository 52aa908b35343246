using Fathom.Model.Statistics;

namespace Fathom.Bench.Recording;

/// <summary>By how much requests cost more while they are recorded, from rounds in which both were measured one after the other.</summary>
internal static class PairedCost
{
    /// <summary>The mean, and the bounds of which each holds with 95 %: percent more than without.</summary>
    /// <param name="ratios">Recorded to not recorded, a round each; at least two.</param>
    public static Estimate Percent(IReadOnlyList<double> ratios)
    {
        Estimate logs = PairedDifference.Of([.. ratios.Select(static ratio => Math.Log(ratio))]);
        return new Estimate(More(logs.Median), More(logs.Low), More(logs.High));
    }

    private static double More(double log) => 100 * (Math.Exp(log) - 1);
}
