namespace Fathom.Serializers.Profiles;

/// <summary>Bounds that hold a share with 95 %, from how many of some samples had it (Wilson).</summary>
/// <param name="Low">The lower one, 0 to 1.</param>
/// <param name="High">The upper one, 0 to 1.</param>
public readonly record struct BinomialBounds(double Low, double High)
{
    private const double Z = 1.959963984540054;

    /// <summary>The bounds for samples that do not depend on each other; 0 and 1 where there are none.</summary>
    /// <param name="hits">Samples that had it.</param>
    /// <param name="samples">All samples.</param>
    /// <param name="effect">How many samples say as much as one that depends on no other (<see cref="SampleRuns.EffectOn"/>).</param>
    public static BinomialBounds Of(long hits, long samples, double effect = 1)
    {
        if (samples <= 0)
            return new BinomialBounds(0, 1);
        double n = samples / effect, p = (double)hits / samples, square = Z * Z / n;
        double middle = p + (square / 2), half = Z * Math.Sqrt((p * (1 - p) / n) + (square / (4 * n)));
        return new BinomialBounds(Math.Max(0, (middle - half) / (1 + square)), Math.Min(1, (middle + half) / (1 + square)));
    }
}
