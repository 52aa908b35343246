namespace Fathom.Model.Statistics;

/// <summary>
/// Tells which of several things is faster, where all of them took a turn in each of several rounds. What a round had in common (another load of the machine,
/// another clock rate) falls out of the comparison: time = thing x round x chance, a block design (Box, Hunter and Hunter, "Statistics for Experimenters", 4.2).
/// The effect of a thing is the mean of its logarithms over the rounds that all took part in; a ratio is the difference of two effects. The rounds are what is independent of
/// each other: how a ratio scatters over them, never how samples scatter within one, says how sure it is. Bounds hold all ratios of all pairs together with 99 %
/// (Bonferroni). Their scatter is that of the pair itself, held together with that of all things (<see cref="ScatterPrior"/>), and never taken for less than the common one.
/// </summary>
public sealed class RoundComparison
{
    /// <summary>How sure all bounds together are.</summary>
    public const double Confidence = 0.99;

    /// <summary>Fewer rounds have no bounds: of two, their distance is all that is known, and the bounds would be a hundred times that.</summary>
    public const int LeastRounds = 3;

    // Fewer do not say whether they scatter alike.
    internal const int EnoughThings = 4;

    // A thing is a part of the median that is taken from it: of n things, the variance of what is left is 1 - 0.43/n of its own, where chance is normal.
    internal const double MedianLoss = 0.43;

    private readonly double[][] _logs;
    private readonly double[] _effects;
    private readonly double[] _variances;
    private readonly double _common;
    private readonly double _commonReach;
    private readonly double _prior;
    private readonly double _pairReach;

    /// <param name="times">The time of each thing in each round; NaN where it took no turn. Only rounds in which all took part count.</param>
    public RoundComparison(IReadOnlyList<double[]> times)
    {
        int[] complete = [.. Enumerable.Range(0, times.Count == 0 ? 0 : times.Max(static one => one.Length)).Where(round => times.All(one => round < one.Length && one[round] > 0))];
        Rounds = complete.Length;
        _logs = [.. times.Select(one => (double[])[.. complete.Select(round => Math.Log(one[round]))])];
        _effects = [.. _logs.Select(static one => one.Length == 0 ? double.NaN : one.Average())];
        _variances = [.. Rests(Median.Of).Select(one => one.Sum(static rest => rest * rest) / Math.Max(1, Rounds - 1) / (1 - (MedianLoss / Count)))];
        if (!CanTell)
            return;
        int freedom = (Count - 1) * (Rounds - 1), pairs = Count * (Count - 1) / 2;
        double probability = 1 - ((1 - Confidence) / pairs / 2);
        ScatterPrior prior = Count < EnoughThings
            ? new ScatterPrior(0, Rests(static logs => Mean(logs)).Sum(static one => one.Sum(static rest => rest * rest)) / freedom)
            : ScatterPrior.Of(_variances, freedom / (double)Count);
        (_prior, _common) = (Math.Min(freedom, prior.Freedom), prior.Variance);
        _commonReach = StudentT.Quantile(probability, freedom);
        _pairReach = StudentT.Quantile(probability, Math.Min(freedom, (int)(_prior + Rounds - 1)));
    }

    /// <summary>Rounds that all things took part in.</summary>
    public int Rounds { get; }

    /// <summary>How many things there are.</summary>
    public int Count => _logs.Length;

    /// <summary>Whether there is anything to compare and there are rounds enough for bounds.</summary>
    public bool CanTell => Count > 1 && Rounds >= LeastRounds;

    /// <summary>The mean logarithm of a thing's times; the difference of two is the logarithm of their ratio. Not a number where there is no round.</summary>
    public double Effect(int thing) => _effects[thing];

    /// <summary>How much a thing scatters by itself over the rounds, as a variance of logarithms; not a number of two, where it cannot be told which of them it is.</summary>
    public double Variance(int thing) => Count < 3 ? double.NaN : _variances[thing];

    /// <summary>How many times as long the one takes as the other; without bounds where there are too few rounds.</summary>
    public Estimate Ratio(int one, int other)
    {
        double effect = _effects[one] - _effects[other];
        if (!CanTell)
            return Estimate.Unbounded(Math.Exp(effect));
        double reach = Reach(one, other);
        return new Estimate(Math.Exp(effect), Math.Exp(effect - reach), Math.Exp(effect + reach));
    }

    /// <summary>How far the bounds of a ratio are from it, as a factor: 1.05 is 5 % to both sides. Infinite where there are too few rounds.</summary>
    public double Width(int one, int other) => CanTell ? Math.Exp(Reach(one, other)) : double.PositiveInfinity;

    /// <summary>Whether it is certain which of the two is faster.</summary>
    public bool AreSeparated(int one, int other) => CanTell && one != other && Math.Abs(_effects[one] - _effects[other]) > Reach(one, other);

    private double Reach(int one, int other)
    {
        if (one == other)
            return 0;
        double mean = _effects[one] - _effects[other], squares = 0;
        for (int round = 0; round < Rounds; round++)
        {
            double rest = _logs[one][round] - _logs[other][round] - mean;
            squares += rest * rest;
        }

        double variance = ((_prior * 2 * _common) + squares) / (_prior + Rounds - 1);
        return Math.Max(_commonReach * Math.Sqrt(2 * _common / Rounds), _pairReach * Math.Sqrt(variance / Rounds));
    }

    // What is left of the logarithms of each thing without its effect and without what the round has in common, which is the middle of the things: one that scatters far more than the
    // others moves it hardly at all, and is not taken for the scatter of the others.
    private double[][] Rests(Middle middle)
    {
        double[] common = new double[Rounds];
        for (int round = 0; round < Rounds; round++)
            common[round] = middle([.. _logs.Select((one, thing) => one[round] - _effects[thing])]);
        double all = Rounds == 0 ? 0 : common.Average();
        return [.. _logs.Select((one, thing) => (double[])[.. one.Select((log, round) => log - _effects[thing] - common[round] + all)])];
    }

    private static double Mean(Span<double> values)
    {
        double sum = 0;
        foreach (double value in values)
            sum += value;
        return sum / values.Length;
    }

    private delegate double Middle(Span<double> values);
}
