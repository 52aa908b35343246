namespace Fathom.Testing;

/// <summary>Sums of samples.</summary>
/// <remarks>
/// The runtime hits an object of <c>size</c> bytes with the probability <c>p = 1 - e^(-size/102400)</c>; so it stands for <c>size/p</c> bytes, and
/// adds <c>(1-p) (size/p)²</c> to the variance of the sum.
/// </remarks>
internal sealed class TypeSamples
{
    private const double MeanDistance = 102_400;

    private double _variance;

    public double Bytes { get; private set; }

    public long Count { get; private set; }

    /// <summary>Half the width of the range that holds the true sum in 95 of 100 cases.</summary>
    public double Error => 1.96 * Math.Sqrt(_variance);

    public void Add(long size)
    {
        double probability = 1 - Math.Exp(-size / MeanDistance);
        double stands = probability > 0 ? size / probability : 0;
        Bytes += stands;
        _variance += (1 - probability) * stands * stands;
        Count++;
    }
}
