using Fathom.Query.Serializers;

namespace Fathom.Tests.Model.Statistics;

/// <summary>Times drawn from known distributions: each process has a median of its own around 100, its samples scatter around that.</summary>
/// <param name="seed">Other draws.</param>
internal sealed class KnownTimes(ulong seed)
{
    /// <summary>The median of all processes' medians, in every distribution.</summary>
    public const double TrueMedian = 100;

    private readonly Draw _random = new(seed);

    /// <summary>The median of a process.</summary>
    public double Process(string distribution) => distribution switch
    {
        "normal" => TrueMedian * (1 + (0.04 * Normal())),
        "lognormal" => TrueMedian * Math.Exp(0.3 * Normal()),
        // Three processes of five fall into the fast mode, which therefore holds the median; within it, the median of all is at 5/6 of the mode.
        "bimodal" => _random.Unit() < 0.6 ? TrueMedian * (1 + (0.01 * (Normal() - FiveSixths))) : TrueMedian * 1.3 * (1 + (0.01 * Normal())),
        _ => throw new ArgumentOutOfRangeException(nameof(distribution)),
    };

    /// <summary>Samples of processes.</summary>
    public double[][] Launches(string distribution, int count, int samples) =>
        [.. Enumerable.Range(0, count).Select(_ => Process(distribution)).Select(median => (double[])[.. Enumerable.Range(0, samples).Select(_ => median * (1 + (0.02 * Normal())))])];

    /// <summary>A draw of the standard normal distribution (Box and Muller).</summary>
    public double Normal() => Math.Sqrt(-2 * Math.Log(1 - _random.Unit())) * Math.Cos(2 * Math.PI * _random.Unit());

    // The quantile of 5/6 of the standard normal distribution.
    private const double FiveSixths = 0.9674216;
}
