using System.Globalization;
using Fathom.Model.Results;
using Fathom.Query.Sessions;

namespace Fathom.Query.Serializers;

/// <summary>
/// Where ranks flip: one serializer reads a case faster than another with one payload, or one number of objects, and slower with another. Ties are no flips. Who chooses by one of
/// them alone would choose wrongly for the other, so the report names them.
/// </summary>
internal static class RankFlips
{
    private const int MostGroups = 6;
    private const int MostNames = 3;

    /// <summary>A sentence for each case, lane and dial with flips.</summary>
    /// <param name="comparison">The comparison with all its columns.</param>
    public static IEnumerable<string> Of(ResultTable comparison)
    {
        RankedRow[] rows = [.. TableRow.All(comparison).Where(static row => row.Text("rank") is not null).Select(static row => new RankedRow(row))];
        bool several = rows.Select(static row => row.Target).Distinct().Count() > 1;
        foreach (var group in rows.GroupBy(static row => (row.Case, row.N, row.Lane)))
        {
            if (Sentence([.. group], static row => row.Payload, " B", several) is { } flips)
                yield return $"ranks flip with the payload ({group.Key.Case}, {Count(group.Key.N)} objects, lane {group.Key.Lane}): {flips}";
        }

        foreach (var group in rows.GroupBy(static row => (row.Case, row.Payload, row.Lane)))
        {
            if (Sentence([.. group], static row => row.N, "", several) is { } flips)
                yield return $"ranks flip with the number of objects "
                    + $"({group.Key.Case}{(group.Key.Payload > 0 ? $", {Count(group.Key.Payload)} B of payload each" : "")}, lane {group.Key.Lane}): {flips}";
        }
    }

    private static string? Sentence(RankedRow[] rows, Func<RankedRow, long> dial, string unit, bool several)
    {
        // Each serializer with its ranks, by the dial.
        (string Name, SortedDictionary<long, int> Ranks)[] all =
        [
            .. rows.GroupBy(static row => (row.Serializer, row.Target)).Select(one => (
                several ? $"{one.Key.Serializer} [{one.Key.Target}]" : one.Key.Serializer,
                new SortedDictionary<long, int>(one.ToDictionary(dial, static row => row.Rank)))),
        ];
        var flips =
            (from passer in all
             from passed in all
             let flip = FlipOf(passer.Ranks, passed.Ranks)
             where flip is not null
             group passed.Name by (passer.Name, flip.Value.Before, flip.Value.After) into same
             orderby same.Count() descending, same.Key.After, same.Key.Name
             select same).ToArray();
        if (flips.Length == 0)
            return null;
        IEnumerable<string> told = flips.Take(MostGroups).Select(same => $"{same.Key.Name} overtakes {Names([.. same])} between {Count(same.Key.Before)}{unit} and {Count(same.Key.After)}{unit}");
        int more = flips.Skip(MostGroups).Sum(static same => same.Count());
        return string.Join("; ", told) + (more > 0 ? $"; {more} more pairs" : "");
    }

    // The passer is behind at one place and before the other at a later one: between the last place behind and the first one ahead after it.
    private static (long Before, long After)? FlipOf(SortedDictionary<long, int> passer, SortedDictionary<long, int> passed)
    {
        long? behind = null;
        foreach ((long at, int rank) in passer)
        {
            if (!passed.TryGetValue(at, out int other))
                continue;
            if (rank > other)
                behind = at;
            else if (rank < other && behind is { } before)
                return (before, at);
        }

        return null;
    }

    private static string Names(string[] names) => names.Length <= MostNames
        ? names.Length == 1 ? names[0] : $"{string.Join(", ", names[..^1])} and {names[^1]}"
        : $"{string.Join(", ", names[..(MostNames - 1)])} and {names.Length - MostNames + 1} others";

    private static string Count(long value) => value.ToString("#,##0", CultureInfo.InvariantCulture);

    private sealed class RankedRow(TableRow row)
    {
        public string Case { get; } = row.Text("case_name") ?? "";

        public long N { get; } = row.Number("n") ?? 0;

        public long Payload { get; } = row.Number("payload_bytes") ?? 0;

        public string Lane { get; } = row.Text("lane") ?? "";

        public string Serializer { get; } = row.Text("serializer") ?? "";

        public string Target { get; } = $"{row.Text("runtime")} {row.Text("build")}";

        // "2=" is a tie.
        public int Rank { get; } = int.Parse(row.Text("rank")!.TrimEnd('='), CultureInfo.InvariantCulture);
    }
}
