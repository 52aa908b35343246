using Fathom.Query.Serializers.Contests;
using System.Globalization;
using Fathom.Model.Serializers;
using Fathom.Model.Statistics;
using Fathom.Query.Sessions;

namespace Fathom.Query.Serializers;

/// <summary>What disturbed a measurement, and what was done about it.</summary>
internal static class NoiseNotes
{
    // Fewer waiting samples than that are nothing to tell.
    private const double Told = 0.05;

    /// <summary>A sentence each.</summary>
    /// <param name="samples">Samples of one thread that count.</param>
    /// <param name="cases">The results of each case in each lane.</param>
    public static IEnumerable<string> Of(TableRow[] samples, IEnumerable<ComparedResult[]> cases)
    {
        int waited = samples.Count(static row => row.Real("waited") > SampleWaiting.Limit), again = samples.Count(static row => row.Number("attempts") > 1);
        if (waited > samples.Length * Told)
        {
            yield return string.Create(
                CultureInfo.InvariantCulture,
                $"{waited} of {samples.Length} samples waited for a processor for more than {SampleWaiting.Limit * 100:0} % of their time, "
                + $"though {again} were taken again: other programs ran; ranks and ratios leave that time out, the times contain it");
        }

        foreach (ComparedResult[] one in cases.Where(static results => results.Any(static result => result.IsRanked)))
        {
            if (new CaseContest(one).LeftOut is { Count: > 0 } rounds)
            {
                yield return string.Create(
                    CultureInfo.InvariantCulture,
                    $"{one[0].CaseName}, n={one[0].N}, lane {one[0].Lane}: {(rounds.Count == 1 ? "round" : "rounds")} "
                    + $"{string.Join(", ", rounds)} of processes did not count for ranks and ratios: samples "
                    + $"scattered more than {RoundSelection.Limit:0} times as much as in the others");
            }
        }
    }
}
