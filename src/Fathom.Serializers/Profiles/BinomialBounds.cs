namespace Fathom.Serializers.Profiles;

/// <summary>Bounds that hold a share with 95 %, from how many of some samples had it (Wilson). They hold for samples that do not depend on each other.</summary>
/// <param name="Low">The lower one, 0 to 1.</param>
/// <param name="High">The upper one, 0 to 1.</param>
public readonly record struct BinomialBounds(double Low, double High)
{
    private const double Z = 1.959963984540054;

    /// <summary>The bounds; 0 and 1 where there are no samples.</summary>
    /// <param name="hits">Samples that had it.</param>
    /// <param name="samples">All samples.</param>
    public static BinomialBounds Of(long hits, long samples)
    {
        if (samples <= 0)
            return new BinomialBounds(0, 1);
        double n = samples, p = hits / n, square = Z * Z / n;
        double middle = p + (square / 2), half = Z * Math.Sqrt((p * (1 - p) / n) + (square / (4 * n)));
        return new BinomialBounds(Math.Max(0, (middle - half) / (1 + square)), Math.Min(1, (middle + half) / (1 + square)));
    }
}
