using Fathom.Query.Trends;

namespace Fathom.Query.Serializers;

/// <summary>
/// What each of several things took in each round, relative to the others. The samples of a round are taken in turns, one of each thing, so what strikes one turn
/// (another program, a neighbour on the same core) strikes all of them and is taken out turn by turn, before the median over the turns is.
/// </summary>
internal static class RoundTimes
{
    /// <summary>The times for <see cref="RoundComparison"/>.</summary>
    /// <param name="things">Of each thing the samples of each round in the order in which they were taken.</param>
    /// <returns>Per thing a multiple of what all took, by round; NaN where it took no part.</returns>
    public static double[][] Of(IReadOnlyList<IReadOnlyDictionary<long, double[]>> things)
    {
        long[] rounds = [.. things.SelectMany(static one => one.Keys).Distinct().Order()];
        double[][] times = [.. things.Select(_ => new double[rounds.Length])];
        for (int round = 0; round < rounds.Length; round++)
        {
            double[]?[] samples = [.. things.Select(one => one.GetValueOrDefault(rounds[round]) is { Length: > 0 } taken ? taken : null)];
            double[] relative = Relative(samples);
            for (int i = 0; i < times.Length; i++)
                times[i][round] = relative[i];
        }

        return times;
    }

    private static double[] Relative(double[]?[] samples)
    {
        double[] relative = new double[samples.Length];
        Array.Fill(relative, double.NaN);
        int turns = samples.Min(static taken => taken?.Length ?? int.MaxValue);
        if (turns == int.MaxValue)
            return relative;
        double[] common = [.. Enumerable.Range(0, turns).Select(turn => Median.Of([.. samples.OfType<double[]>().Select(taken => Math.Log(taken[turn]))]))];
        for (int i = 0; i < samples.Length; i++)
        {
            if (samples[i] is { } taken)
                relative[i] = Math.Exp(Median.Of([.. common.Select((middle, turn) => Math.Log(taken[turn]) - middle)]));
        }

        return relative;
    }
}
