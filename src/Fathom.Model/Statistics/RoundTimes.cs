namespace Fathom.Model.Statistics;

/// <summary>
/// What each of several things took in each round, when what strikes all of them alike is taken out. The samples of a round are taken in turns, one of each thing, so another program or a
/// neighbour on the same core strikes the samples of a turn alike. The common part of a turn is the median, over the things, of how far each is from its own median
/// (Tukey's median polish, on logarithms); the time of a thing is the median over its turns of what is left.
/// </summary>
public static class RoundTimes
{
    // The second sweep takes out what the first medians missed; a third changes nothing that could be seen.
    private const int Sweeps = 2;

    // Makes the median of absolute distances the standard deviation, where chance is normal.
    private const double NormalScatter = 1.4826;

    /// <summary>The times for <see cref="RoundComparison"/>, and how the samples of each round scatter.</summary>
    /// <param name="things">Of each thing the samples of each round in the order in which they were taken.</param>
    /// <param name="judged">So many of the first tell what the turns have in common; the others are seen in the same light.</param>
    /// <param name="rounds">The rounds, by their number.</param>
    /// <returns>Per thing its time by round, NaN where it took no part; and per round the standard deviation of a sample's logarithm, NaN where nothing tells it.</returns>
    public static (double[][] Times, double[] Scatter) Of(IReadOnlyList<IReadOnlyDictionary<long, double[]>> things, int judged, IReadOnlyList<long> rounds)
    {
        double[][] times = [.. things.Select(_ => new double[rounds.Count])];
        double[] scatter = new double[rounds.Count];
        for (int round = 0; round < rounds.Count; round++)
        {
            double[]?[] logs = [.. things.Select(one => one.GetValueOrDefault(rounds[round]) is { Length: > 0 } taken ? Logs(taken) : null)];
            double[] common = Common([.. logs.Take(judged).OfType<double[]>()]);
            for (int i = 0; i < times.Length; i++)
                times[i][round] = logs[i] is { } own ? Math.Exp(Middle(own, common)) : double.NaN;
            scatter[round] = Scatter([.. logs.Take(judged).OfType<double[]>()], common);
        }

        return (times, scatter);
    }

    private static double[] Logs(double[] samples) => [.. samples.Select(static sample => Math.Log(sample))];

    // Turns that not all took have nothing in common.
    private static double[] Common(double[][] logs)
    {
        double[] common = new double[logs.Length == 0 ? 0 : logs.Min(static own => own.Length)];
        for (int sweep = 0; sweep < Sweeps && logs.Length > 1; sweep++)
        {
            double[] middles = [.. logs.Select(own => Middle(own, common))];
            for (int turn = 0; turn < common.Length; turn++)
                common[turn] += Median.Of([.. logs.Select((own, i) => own[turn] - common[turn] - middles[i])]);
        }

        return common;
    }

    private static double Middle(double[] own, double[] common) => common.Length == 0
        ? Median.Of([.. own])
        : Median.Of([.. own.Take(common.Length).Select((log, turn) => log - common[turn])]);

    private static double Scatter(double[][] logs, double[] common)
    {
        if (logs.Length < 2 || common.Length < 2)
            return double.NaN;
        double[] rests = [.. logs.SelectMany(own => Enumerable.Range(0, common.Length).Select(turn => Math.Abs(own[turn] - common[turn] - Middle(own, common))))];
        return NormalScatter * Median.Of(rests);
    }
}
