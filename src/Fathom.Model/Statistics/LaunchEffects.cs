namespace Fathom.Model.Statistics;

/// <summary>
/// What each of several things takes in one recording, as the mean logarithm of its processes, and how far that may be from the truth. Processes of one launch ran beside each other, so a
/// part of their chance is common to all; it is told apart where there are things enough, because all things would be wrong by it alike. What is left of a thing is
/// held together with what is left of the others (<see cref="ScatterPrior"/>), as <see cref="RoundComparison"/> does.
/// </summary>
internal sealed class LaunchEffects
{
    private readonly double[] _means;
    private readonly MeanError[] _own;

    /// <param name="things">Of each thing the time of each launch, by its number; three launches at least.</param>
    public LaunchEffects(IReadOnlyList<IReadOnlyDictionary<long, double>> things)
    {
        long[] shared = things.Count == 0 ? [] : [.. things[0].Keys.Where(launch => things.All(one => one.ContainsKey(launch))).Order()];
        bool isApart = things.Count >= RoundComparison.EnoughThings && shared.Length >= RoundComparison.LeastRounds;
        double[][] logs = [.. things.Select(one => (double[])[.. one.Keys.Where(launch => !isApart || shared.Contains(launch)).Order().Select(launch => Math.Log(one[launch]))])];
        _means = [.. logs.Select(static one => one.Average())];
        if (!isApart)
        {
            _own = [.. logs.Select((one, thing) => ErrorOf(Math.Max(ScatterPrior.LeastVariance, Squares(one, _means[thing]) / (one.Length - 1)), one.Length, one.Length - 1))];
            return;
        }

        int launches = shared.Length, freedom = launches - 1;
        double[] common = [.. Enumerable.Range(0, launches).Select(launch => Median.Of([.. logs.Select((one, thing) => one[launch] - _means[thing])]))];
        Common = ErrorOf(Squares(common, common.Average()) / freedom, launches, freedom);
        double all = common.Average();
        double[] variances =
            [.. logs.Select((one, thing) => Squares([.. one.Select((log, launch) => log - common[launch] + all)], _means[thing]) / freedom / (1 - (RoundComparison.MedianLoss / things.Count)))];
        int pooled = (things.Count - 1) * freedom;
        ScatterPrior prior = ScatterPrior.Of(variances, pooled / (double)things.Count);
        double added = Math.Min(pooled, prior.Freedom);
        _own = [.. variances.Select(own => ErrorOf(Math.Max(prior.Variance, ((added * prior.Variance) + (freedom * own)) / (added + freedom)), launches, added + freedom))];
    }

    /// <summary>How far all means may be wrong by the same; nothing where that is a part of <see cref="Own"/>.</summary>
    public MeanError Common { get; }

    /// <summary>The mean logarithm of a thing.</summary>
    public double Mean(int thing) => _means[thing];

    /// <summary>How far the mean of a thing may be wrong besides.</summary>
    public MeanError Own(int thing) => _own[thing];

    private static MeanError ErrorOf(double variance, int launches, double freedom) => new(variance / launches, freedom);

    private static double Squares(double[] values, double mean) => values.Sum(value => (value - mean) * (value - mean));
}
