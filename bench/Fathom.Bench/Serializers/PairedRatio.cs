using System.Globalization;

namespace Fathom.Bench.Serializers;

/// <summary>How many times as long one way of measuring says that something takes as another way says, from rounds in which both measured it one after the other.</summary>
/// <param name="Median">The middle of the ratios of all rounds.</param>
/// <param name="Low">The smallest.</param>
/// <param name="High">The largest.</param>
internal readonly record struct PairedRatio(double Median, double Low, double High)
{
    /// <summary>How far from 1 a ratio is before it has to be explained.</summary>
    public const double Limit = 0.05;

    /// <summary>Whether the median is further from 1 than the limit: above 1.05, or below its inverse.</summary>
    public bool IsBeyond => Math.Abs(Math.Log(Median)) > Math.Log(1 + Limit);

    /// <summary>Whether all rounds lie on the same side of 1.</summary>
    public bool IsOneSided => Low > 1 || High < 1;

    /// <summary>What the table says of it.</summary>
    public string Verdict => !IsBeyond ? "no" : IsOneSided ? "YES" : "not in all rounds";

    /// <summary>The ratio of each round, and of these the middle and the ends.</summary>
    /// <param name="times">Times of one way, a round each.</param>
    /// <param name="others">Times of the other, of the same rounds.</param>
    /// <exception cref="ArgumentException">There is no round, or one has one time only.</exception>
    public static PairedRatio Of(IReadOnlyList<double> times, IReadOnlyList<double> others)
    {
        if (times.Count == 0 || times.Count != others.Count)
            throw new ArgumentException($"{times.Count} and {others.Count} times make no pairs");
        double[] ratios = [.. times.Zip(others, static (time, other) => time / other).Order()];
        int middle = ratios.Length / 2;
        return new PairedRatio(ratios.Length % 2 == 1 ? ratios[middle] : Math.Sqrt(ratios[middle - 1] * ratios[middle]), ratios[0], ratios[^1]);
    }

    /// <inheritdoc/>
    public override string ToString() => string.Create(CultureInfo.InvariantCulture, $"{Median:0.000} [{Low:0.000} to {High:0.000}]");
}
