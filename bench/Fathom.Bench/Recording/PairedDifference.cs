using Fathom.Model.Statistics;

namespace Fathom.Bench.Recording;

/// <summary>The mean of some figures with its bounds.</summary>
internal static class PairedDifference
{
    private const double Confidence = 0.95;

    /// <summary>The mean, and the bounds of which each holds with 95 %.</summary>
    /// <param name="figures">A round each; at least two.</param>
    public static Estimate Of(IReadOnlyList<double> figures)
    {
        double mean = figures.Average(), variance = figures.Sum(figure => (figure - mean) * (figure - mean)) / (figures.Count - 1);
        double reach = StudentT.Quantile(Confidence, figures.Count - 1) * Math.Sqrt(variance / figures.Count);
        return new Estimate(mean, mean - reach, mean + reach);
    }
}
