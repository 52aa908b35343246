namespace Fathom.Query.Serializers;

/// <summary>
/// Tells which of several things is faster, where all of them took a turn in each of several rounds. What a round had in common (another load of the machine,
/// another clock rate) falls out of the comparison: time = thing x round x chance, a block design whose scatter is estimated over all things together
/// (Box, Hunter and Hunter, "Statistics for Experimenters", 4.2). Where two things scatter more than the rest, their own scatter counts.
/// </summary>
public sealed class RoundComparison
{
    /// <summary>
    /// How sure a difference must be. With 95 % one of twenty comparisons of a thing with itself would have a winner; twenty of them shall have none.
    /// </summary>
    public const double Confidence = 0.998;

    private readonly double[][] _logs;
    private readonly double _variance;
    private readonly int _freedom;
    private readonly double _reach;

    /// <param name="times">The time of each thing in each round; NaN where it took no turn.</param>
    public RoundComparison(IReadOnlyList<double[]> times)
    {
        _logs = [.. times.Select(static rounds => (double[])[.. rounds.Select(static time => time > 0 ? Math.Log(time) : double.NaN)])];
        (_variance, _freedom) = Scatter(_logs);
        _reach = _freedom == 0 ? double.PositiveInfinity : StudentT.Quantile((1 + Confidence) / 2, _freedom);
    }

    /// <summary>Whether there are rounds enough to say how things scatter: two, with two things at least.</summary>
    public bool CanTell => _freedom > 0;

    /// <summary>How many times as long the one takes as the other, with bounds.</summary>
    /// <returns>The ratio of <paramref name="one"/> to <paramref name="other"/>; the bounds are 0 and infinity where there are too few rounds to say.</returns>
    public Estimate Ratio(int one, int other)
    {
        double[] differences = [.. _logs[one].Zip(_logs[other], static (a, b) => a - b).Where(static value => !double.IsNaN(value))];
        if (differences.Length == 0)
            return new Estimate(double.NaN, 0, double.PositiveInfinity);
        double mean = differences.Average();
        if (_freedom == 0 || differences.Length < 2)
            return new Estimate(Math.Exp(mean), 0, double.PositiveInfinity);
        double own = differences.Sum(value => (value - mean) * (value - mean)) / (differences.Length - 1) / 2;
        double error = Math.Sqrt(2 * Math.Max(own, _variance) / differences.Length);
        return new Estimate(Math.Exp(mean), Math.Exp(mean - (_reach * error)), Math.Exp(mean + (_reach * error)));
    }

    /// <summary>Whether the two cannot be told apart.</summary>
    public bool Ties(int one, int other) => Ratio(one, other) is { Low: <= 1, High: >= 1 };

    // The mean square of what is left of a logarithm without the effects of its thing and of its round, over the rounds in which all took part.
    private static (double Variance, int Freedom) Scatter(double[][] logs)
    {
        if (logs.Length < 2)
            return (0, 0);
        int[] rounds = [.. Enumerable.Range(0, logs.Max(static one => one.Length)).Where(round => logs.All(one => round < one.Length && !double.IsNaN(one[round])))];
        int freedom = (logs.Length - 1) * (rounds.Length - 1);
        if (freedom <= 0)
            return (0, 0);
        double all = logs.Average(one => rounds.Average(round => one[round])), squares = 0;
        double[] byRound = [.. rounds.Select(round => logs.Average(one => one[round]))];
        foreach (double[] one in logs)
        {
            double mean = rounds.Average(round => one[round]);
            for (int i = 0; i < rounds.Length; i++)
            {
                double rest = one[rounds[i]] - mean - byRound[i] + all;
                squares += rest * rest;
            }
        }

        return (squares / freedom, freedom);
    }
}
