namespace Fathom.Bench.Measuring;

/// <summary>The middle of measured values, which a single disturbed run does not move.</summary>
internal static class Median
{
    /// <summary>The median; the mean of the two in the middle for an even count.</summary>
    public static double Of(IEnumerable<double> values)
    {
        double[] sorted = [.. values.Order()];
        int middle = sorted.Length / 2;
        return sorted.Length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
