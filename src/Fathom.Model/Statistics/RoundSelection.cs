namespace Fathom.Model.Statistics;

/// <summary>
/// Which rounds count. One whose samples scatter three times as much as those of the middle round was struck by something that the others were not; it is measured once more, and does
/// not count. Only how samples scatter decides, never which thing is fast in it, so leaving rounds out favours nobody.
/// </summary>
public static class RoundSelection
{
    /// <summary>How many times the scatter of the middle round stands out.</summary>
    public const double Limit = 3;

    /// <summary>Smaller scatter is no reason: the mean over the rounds is exact enough.</summary>
    public const double Harmless = 0.01;

    /// <summary>The rounds that stand out.</summary>
    /// <param name="scatters">Per operation the scatter of each round (<see cref="RoundTimes"/>); the same rounds in all of them.</param>
    /// <returns>Places of the rounds, the worst first.</returns>
    public static IReadOnlyList<int> StandingOut(IReadOnlyList<double[]> scatters)
    {
        int rounds = scatters.Count == 0 ? 0 : scatters[0].Length;
        double[] worst = new double[rounds];
        foreach (double[] scatter in scatters)
        {
            double[] known = [.. scatter.Where(static one => !double.IsNaN(one))];
            double middle = known.Length == 0 ? 0 : Median.Of(known);
            for (int round = 0; round < rounds; round++)
            {
                if (scatter[round] > Harmless && middle > 0)
                    worst[round] = Math.Max(worst[round], scatter[round] / middle);
            }
        }

        return [.. Enumerable.Range(0, rounds).Where(round => worst[round] > Limit).OrderByDescending(round => worst[round]).ThenBy(static round => round)];
    }
}
