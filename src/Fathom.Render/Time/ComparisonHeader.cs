using System.Globalization;
using Fathom.Model.Results;
using Fathom.Model.Traces;
using Fathom.Render.Text;

namespace Fathom.Render.Time;

/// <summary>The lines above a comparison of recordings: what is compared, and how long each side was recorded.</summary>
public static class ComparisonHeader
{
    private const double Whole = 100;

    /// <summary>The header.</summary>
    /// <param name="content">What is compared ("CPU time").</param>
    /// <param name="per">By what: "per second recorded", "per run"; null for what has no such unit.</param>
    /// <param name="before">The recordings of A.</param>
    /// <param name="after">Those of B.</param>
    public static string Of(string content, string? per, IReadOnlyList<TraceFacts> before, IReadOnlyList<TraceFacts> after)
    {
        string was = Machines(before), isNow = Machines(after), what = per is null ? content : $"{content} {per}";
        return was == isNow
            ? $"{what}: {Time(before)} before, {Time(after)} after{was}"
            : $"{what}: {Time(before)}{was} before, {Time(after)}{isNow} after";
    }

    /// <summary>The sums of all rows.</summary>
    /// <param name="what">What was added up.</param>
    /// <param name="unit">What it measures.</param>
    /// <param name="before">That of A.</param>
    /// <param name="after">That of B.</param>
    public static string Sums(string what, ColumnUnit unit, double before, double after)
    {
        string change = before > 0 ? string.Create(CultureInfo.InvariantCulture, $" ({Whole * (after - before) / before:+#,##0.0;-#,##0.0;0} %)") : "";
        return $"All rows, {what}: {ReadableNumber.Of(before, unit)} before, {ReadableNumber.Of(after, unit)} after{change}";
    }

    /// <summary>That there are too few runs to tell a change from chance.</summary>
    /// <param name="before">Recordings of A.</param>
    /// <param name="after">Recordings of B.</param>
    /// <param name="fewest">So many of each are enough.</param>
    public static string Chance(int before, int after, int fewest) => before == 1 && after == 1
        ? string.Create(CultureInfo.InvariantCulture, $"One recording of each does not tell a change from chance; {fewest} of each do.")
        : string.Create(
            CultureInfo.InvariantCulture, $"{before} and {after} recordings do not tell a change from chance; {fewest} of each do.");

    private static string Time(IReadOnlyList<TraceFacts> runs)
    {
        string time = ReadableNumber.Of(runs.Average(static run => (double)run.AskedNs), ColumnUnit.Nanoseconds);
        string all = runs.Count == 1 ? time : string.Create(CultureInfo.InvariantCulture, $"{runs.Count} runs of {time}");
        IntervalSet[] sets = [.. runs.Select(static run => run.Window?.Within).OfType<IntervalSet>()];
        return sets.Length == 0 ? all : $"{all} within {IntervalSet.AmountOf(sets.Sum(static set => set.Count), sets[0].What)}";
    }

    private static string Machines(IReadOnlyList<TraceFacts> runs)
    {
        string[] names = [.. runs.Select(static run => run.Machine).OfType<string>().Distinct().Order(StringComparer.Ordinal)];
        return names.Length == 0 ? "" : $" on {string.Join(" and ", names.Select(static name => $"'{name}'"))}";
    }
}
