namespace Fathom.Testing;

/// <summary>What a broken limit says: the growth, and the types that grow.</summary>
internal static class GrowthReport
{
    private const int TopTypes = 10;

    public static string Of(GrowthRound round, GrowthVerdict verdict, HeapCount names, double allowedBytesPerIteration)
    {
        int runs = round.Runs.Sum();
        string allowed = allowedBytesPerIteration > 0 ? $", {TextTable.Bytes(allowedBytesPerIteration)} are allowed" : "";
        string range = verdict.Range.Largest - verdict.Range.Least > 1 ? $" ({TextTable.Bytes(verdict.Range.Least)} to {TextTable.Bytes(verdict.Range.Largest)} in single steps)" : "";
        string perRun = TextTable.Bytes(verdict.BytesPerRun), all = TextTable.Bytes(verdict.BytesPerRun * runs);
        return TextTable.Write($"Live memory grows by {perRun} per iteration{allowed}: by {all} in {runs:#,0} iterations{range}.\n")
            + Table(round, verdict.Growing.Keys.Select(its => its.Type).ToHashSet(), names.NameOf, names.IsOwn);
    }

    /// <summary>Types of which more came with the action than without: first those that are known to grow, then by bytes, and last what counting itself needs.</summary>
    public static string Table(GrowthRound round, IReadOnlySet<ulong> growing, Func<ulong, string> name, Func<ulong, bool> isOwn)
    {
        TextTable table = new();
        table.Add("types that grow", "objects", "bytes");
        foreach ((ulong type, GrowthTrack track) in round.Tracks
            .Where(track => track.Key.SizeBytes == 0 && track.Value.Bytes > 0 && track.Value.BytesWith > 0)
            .Select(track => (track.Key.Type, track.Value))
            .OrderByDescending(row => growing.Contains(row.Type))
            .ThenBy(row => isOwn(row.Type))
            .ThenByDescending(row => row.Value.Bytes)
            .Take(TopTypes))
            table.Add($"  {name(type)}{(isOwn(type) ? " (made by the count)" : "")}", TextTable.Write($"{track.Objects:+#,0;-#,0;0}"), $"+{TextTable.Bytes(track.Bytes)}");
        table.Add(TextTable.Write($"(in {round.Runs.Sum():#,0} iterations, less what grew in as many pauses of the same length)"));
        return table.ToString();
    }
}
