namespace Fathom.Model.Statistics;

/// <summary>How much larger a mean is than another one, told from independent values of both (Welch 1947).</summary>
/// <param name="Delta">The difference.</param>
/// <param name="Low">The smallest that it may be.</param>
/// <param name="High">The largest.</param>
public readonly record struct MeanDifference(double Delta, double Low, double High)
{
    /// <summary>Values of each side without which nothing is told: two do not say how values scatter.</summary>
    public const int FewestValues = 3;

    /// <summary>The probability that the difference lies between the bounds.</summary>
    public const double Confidence = 0.99;

    /// <summary>The difference with its bounds; null for too few values.</summary>
    public static MeanDifference? Of(IReadOnlyCollection<double> before, IReadOnlyCollection<double> after)
    {
        if (before.Count < FewestValues || after.Count < FewestValues)
            return null;
        double delta = after.Average() - before.Average(), reach = Error(before).Reach(Error(after), 1 - ((1 - Confidence) / 2));
        return new MeanDifference(delta, delta - reach, delta + reach);
    }

    private static MeanError Error(IReadOnlyCollection<double> values)
    {
        double mean = values.Average();
        return new MeanError(values.Sum(value => (value - mean) * (value - mean)) / (values.Count - 1) / values.Count, values.Count - 1);
    }
}
