namespace Fathom.Model.Statistics;

/// <summary>
/// The samples of several things in several operations, taken in rounds: the paired comparison of each operation over the rounds that count. Everything that orders,
/// ranks or relates them asks here.
/// </summary>
public sealed class PairedCase
{
    private readonly double[][][] _times;
    private readonly RoundComparison[] _comparisons;
    private readonly int _judged;

    /// <param name="operations">Per operation and thing the samples of each round in the order in which they were taken, in any unit.</param>
    /// <param name="judged">So many of the first things are compared with each other; the others are only held against them.</param>
    public PairedCase(IReadOnlyList<IReadOnlyList<IReadOnlyDictionary<long, double[]>>> operations, int judged)
    {
        _judged = judged;
        long[] rounds = [.. operations.SelectMany(static things => things).SelectMany(static one => one.Keys).Distinct().Order()];
        (double[][] Times, double[] Scatter)[] all = [.. operations.Select(things => RoundTimes.Of(things, judged, rounds))];
        // A round that not all took part in, because it was interrupted, is none.
        int[] complete = [.. Enumerable.Range(0, rounds.Length).Where(round => all.All(one => one.Times.Take(judged).All(times => !double.IsNaN(times[round]))))];
        double[][] scatters = [.. all.Select(one => (double[])[.. complete.Select(round => one.Scatter[round])])];
        IReadOnlyList<int> standing = RoundSelection.StandingOut(scatters);
        StandingOut = standing.Count;
        // Three rounds always count.
        HashSet<int> leftOut = [.. standing.Take(Math.Max(0, complete.Length - RoundComparison.LeastRounds)).Select(at => complete[at])];
        int[] counted = [.. complete.Where(round => !leftOut.Contains(round))];
        LeftOut = [.. leftOut.Select(round => rounds[round])];
        Rounds = counted.Length;
        _times = [.. all.Select(one => one.Times.Select(times => (double[])[.. counted.Select(round => times[round])]).ToArray())];
        _comparisons = [.. _times.Select(times => new RoundComparison([.. times.Take(judged)]))];
    }

    /// <summary>Rounds that count.</summary>
    public int Rounds { get; }

    /// <summary>Rounds whose samples scatter so much more than those of the others that they are measured again.</summary>
    public int StandingOut { get; }

    /// <summary>Numbers of those of them that do not count, which leaves three at least.</summary>
    public IReadOnlyList<long> LeftOut { get; }

    /// <summary>The comparison of an operation.</summary>
    public RoundComparison this[int operation] => _comparisons[operation];

    /// <summary>The comparison of several operations one after the other: the time of a round is the sum of theirs.</summary>
    public RoundComparison Sum(params ReadOnlySpan<int> operations)
    {
        double[][] sums = [.. Enumerable.Range(0, _judged).Select(_ => new double[Rounds])];
        foreach (int operation in operations)
        {
            for (int thing = 0; thing < _judged; thing++)
            {
                for (int round = 0; round < Rounds; round++)
                    sums[thing][round] += _times[operation][thing][round];
            }
        }

        return new RoundComparison(sums);
    }

    /// <summary>The comparison of an operation among the judged things and one that is only held against them, which is the last; its bounds hold all pairs of these together.</summary>
    public RoundComparison With(int operation, int other) => new([.. _times[operation].Take(_judged), _times[operation][other]]);

    /// <summary>How many times as long a thing takes as another, either of them judged or not: the geometric mean over the rounds that count. Not a number where they share no round.</summary>
    public double Ratio(int operation, int one, int other)
    {
        if (one < _judged && other < _judged)
            return _comparisons[operation].Ratio(one, other).Median;
        double[] logs = [.. _times[operation][one].Zip(_times[operation][other], static (a, b) => Math.Log(a) - Math.Log(b)).Where(static log => !double.IsNaN(log))];
        return logs.Length == 0 ? double.NaN : Math.Exp(logs.Average());
    }
}
