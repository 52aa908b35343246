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
            + Table(verdict, runs, names.NameOf);
    }

    /// <summary>The types that grow, the largest first, as the verdict counts them: their bytes add up to the growth.</summary>
    public static string Table(GrowthVerdict verdict, int runs, Func<ulong, string> name)
    {
        GrowingType[] types = [.. verdict.Growing.OrderByDescending(static type => type.BytesPerRun)];
        TextTable table = new();
        table.Add("types that grow", "objects", "bytes");
        foreach (GrowingType type in types.Take(TopTypes))
            Add(table, name(type.Type), [type], runs);
        if (types.Length > TopTypes)
            Add(table, TextTable.Write($"({types.Length - TopTypes:#,0} more types)"), types[TopTypes..], runs);
        if (types.Length > 1)
            Add(table, "(together)", types, runs);
        table.Add(TextTable.Write($"(in {runs:#,0} iterations, less what grew in as many pauses of the same length)"));
        return table.ToString();
    }

    private static void Add(TextTable table, string name, GrowingType[] types, int runs)
    {
        double objects = types.Sum(static type => type.ObjectsPerRun) * runs, bytes = types.Sum(static type => type.BytesPerRun) * runs;
        table.Add($"  {name}", TextTable.Write($"{objects:+#,0;-#,0;0}"), $"{(bytes < 0 ? "" : "+")}{TextTable.Bytes(bytes)}");
    }
}
