using System.Globalization;
using Fathom.Model.Statistics;
using Fathom.Serializers.Plans;

namespace Fathom.Serializers.Suites;

/// <summary>
/// Which cases need another round of processes when those of the plan have ended: one whose scatter stands out is measured again, and a precision that was asked for takes as many as it
/// takes. It is judged by the same comparison that ranks (<see cref="PairedCase"/>).
/// </summary>
/// <param name="plan">The plan.</param>
internal sealed class MoreRounds(SuitePlan plan)
{
    /// <summary>Rounds of a case that are measured again at the most: half as many as were asked for.</summary>
    private int MostRepeats => Math.Max(1, plan.Launches / 2);

    /// <summary>Whether another round of a case is needed.</summary>
    /// <param name="cells">The serializers with the case.</param>
    /// <param name="hasTime">Whether there is time left for the precision.</param>
    public bool AreNeeded(IReadOnlyList<CaseMeasurement> cells, bool hasTime)
    {
        CaseMeasurement[] compared = [.. cells.Where(static cell => cell.IsCompared)];
        // Two processes have no bounds, and one that is alone has nothing to compare with.
        if (compared.Length < 2 || plan.Launches < RoundComparison.LeastRounds)
            return false;
        return AreNeeded([.. plan.Lanes.Select(lane => Pair(compared, lane)).OfType<PairedCase>()], compared.Max(static cell => cell.Launches), hasTime);
    }

    /// <summary>Whether another round of a case is needed.</summary>
    /// <param name="lanes">What was measured so far, a comparison per lane.</param>
    /// <param name="taken">Rounds that were measured.</param>
    /// <param name="hasTime">Whether there is time left for the precision.</param>
    internal bool AreNeeded(IReadOnlyList<PairedCase> lanes, int taken, bool hasTime) => lanes.Any(paired =>
        (taken - paired.StandingOut < plan.Launches && taken < plan.Launches + MostRepeats) || (hasTime && Widest(paired) > 1 + plan.Precision));

    /// <summary>What is short of the precision that was asked for; null where nothing is.</summary>
    /// <param name="cells">The serializers with the case.</param>
    /// <param name="one">The case.</param>
    public string? Shortfall(IReadOnlyList<CaseMeasurement> cells, PlannedCase one)
    {
        CaseMeasurement[] compared = [.. cells.Where(static cell => cell.IsCompared)];
        double widest = plan.Precision is null || compared.Length < 2 ? 0 : plan.Lanes.Select(lane => Pair(compared, lane)).OfType<PairedCase>().Select(Widest).DefaultIfEmpty(0).Max();
        if (!(widest > 1 + plan.Precision))
            return null;
        string reached = double.IsPositiveInfinity(widest)
            ? "too few processes have bounds"
            : string.Create(CultureInfo.InvariantCulture, $"±{(widest - 1) * 100:0.#} % after {compared.Max(static cell => cell.Launches)} processes each");
        return string.Create(CultureInfo.InvariantCulture, $"{one.Name}, n={one.Dials.N}: the precision of {plan.Precision * 100:0.#} % was not reached: {reached}");
    }

    private static PairedCase? Pair(CaseMeasurement[] cells, string lane)
    {
        CaseMeasurement[] measured = [.. cells.Where(cell => CaseLaunch.Operations.All(operation => cell.Rounds(lane, operation).Count > 0))];
        return measured.Length < 2
            ? null
            : new PairedCase(
                [.. CaseLaunch.Operations.Select(operation => (IReadOnlyList<IReadOnlyDictionary<long, double[]>>)[.. measured.Select(cell => cell.Rounds(lane, operation))])],
                measured.Length);
    }

    // Of all ratios that are shown: each serializer to the fastest.
    private static double Widest(PairedCase paired) => Enumerable.Range(0, CaseLaunch.Operations.Count).Max(operation =>
    {
        RoundComparison comparison = paired[operation];
        int best = Enumerable.Range(0, comparison.Count).MinBy(comparison.Effect);
        return Enumerable.Range(0, comparison.Count).Where(thing => thing != best).Max(thing => comparison.Width(thing, best));
    });
}
