namespace Fathom.Testing;

/// <summary>The types of which more objects are live than before.</summary>
internal static class GrowthTable
{
    private const int TopTypes = 10;

    /// <summary>Makes the table; types that can have grown by the same number in each iteration come first, then those with most bytes.</summary>
    /// <param name="idle">A count.</param>
    /// <param name="before">Another one behind it, with nothing between: what grew is the trace of counting, which is taken off.</param>
    /// <param name="after">A count after the iterations.</param>
    /// <param name="iterations">Iterations between the last two.</param>
    public static string Of(LiveInstances idle, LiveInstances before, LiveInstances after, int iterations)
    {
        TextTable table = new();
        table.Add("types that grow", "objects", "bytes");
        foreach ((string type, long count, long bytes) in after.Types
            .Select(now => Growth(idle.Find(now.Type), before.Find(now.Type), now))
            .Where(growth => growth.Bytes > 0)
            .OrderByDescending(growth => growth.Count > 0 && growth.Count % iterations == 0)
            .ThenByDescending(growth => growth.Count >= iterations)
            .ThenByDescending(growth => growth.Bytes)
            .Take(TopTypes))
            table.Add($"  {type}", TextTable.Write($"{count:+#,0;-#,0;0}"), $"+{TextTable.Bytes(bytes)}");
        table.Add(TextTable.Write($"(in {iterations:#,0} more iterations, without what counting itself leaves)"));
        return table.ToString();
    }

    private static InstanceCount Growth(InstanceCount idle, InstanceCount before, InstanceCount now) =>
        new(now.Type, now.Count - before.Count - (before.Count - idle.Count), now.Bytes - before.Bytes - (before.Bytes - idle.Bytes));
}
