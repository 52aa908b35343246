using System.Globalization;
using Fathom.Model.Results;
using Fathom.Render.Text;

namespace Fathom.Render.Time;

/// <summary>The lines above what was compiled in a trace.</summary>
public static class JitHeader
{
    private const int MostTiers = 3;

    /// <summary>A line for each process: "2,804 methods compiled: 3.724 s on threads, 1.3 MiB of code (tier 1 2.483 s, 5 more tiers 1.241 s)".</summary>
    /// <param name="tiers">Rows of <c>time/jit-tiers</c>: process, pid, tier, jit_ns, count, code_bytes.</param>
    public static IEnumerable<string> Of(ResultTable tiers)
    {
        Tier[][] processes =
        [
            .. tiers.Rows
                .Select(static row => new Tier(
                    Text(row[0]) ?? "", row[1].Integer, Text(row[2]), Number(row[3]), row[4].Integer, Number(row[5]) ?? 0))
                .GroupBy(static tier => (tier.Process, tier.Pid))
                .Select(static group => group.OrderByDescending(static tier => tier.Ns ?? -1).ToArray())
                .OrderByDescending(static group => group.Sum(static tier => tier.Ns ?? 0)),
        ];
        return ProcessLines.Of(processes, static group => (group[0].Process, group[0].Pid), Sentence, "compiled methods");
    }

    private static string Sentence(Tier[] tiers)
    {
        string count = string.Create(CultureInfo.InvariantCulture, $"{tiers.Sum(static tier => tier.Count):#,##0}");
        string what = count == "1" ? "method" : "methods", code = ReadableNumber.Of(tiers.Sum(static tier => tier.Bytes), ColumnUnit.Bytes);
        return tiers.All(static tier => tier.Ns is null)
            ? $"{count} {what} compiled, {code} of code; the trace does not tell how long it took"
            : $"{count} {what} compiled: {Time(tiers)} on threads, {code} of code ({string.Join(", ", Parts(tiers))})";
    }

    private static IEnumerable<string> Parts(Tier[] tiers)
    {
        Tier[] known = [.. tiers.Where(static tier => tier.Ns is not null)];
        foreach (Tier tier in known.Take(MostTiers))
            yield return $"{tier.Name ?? "without code"} {Time([tier])}";
        if (known.Length > MostTiers)
        {
            string more = known.Length == MostTiers + 1 ? "1 more tier" : $"{known.Length - MostTiers} more tiers";
            yield return $"{more} {Time(known[MostTiers..])}";
        }
    }

    private static string Time(Tier[] tiers) => ReadableNumber.Of(tiers.Sum(static tier => tier.Ns ?? 0), ColumnUnit.Nanoseconds);

    private static string? Text(Cell cell) => cell.IsNull ? null : cell.Text;

    private static long? Number(Cell cell) => cell.IsNull ? null : cell.Integer;

    private sealed record Tier(string Process, long Pid, string? Name, long? Ns, long Count, long Bytes);
}
