namespace Fathom.Testing;

/// <summary>Results side by side.</summary>
internal static class TrafficTable
{
    private const int TopTypes = 10;

    public static string Of(params (string Name, MemoryTrafficResult Result)[] columns)
    {
        TextTable table = new();
        if (columns.Length > 1)
            table.Add(["", .. columns.Select(column => column.Name), "ratio"]);
        Row(table, columns, "allocated, all threads", r => r.AllocatedBytes, r => TextTable.Bytes(r.AllocatedBytes));
        Row(table, columns, "large objects", r => r.LargeObjectBytes, r => Estimate(r.LargeObjectBytes, r.LargeObjectErrorBytes));
        Row(table, columns, "collections gen 0/1/2", r => r.Gen0Collections + r.Gen1Collections + r.Gen2Collections, r => $"{r.Gen0Collections}/{r.Gen1Collections}/{r.Gen2Collections}");
        Row(table, columns, "pause", r => r.Pause.TotalMilliseconds, r => TextTable.Write($"{r.Pause.TotalMilliseconds:0.0} ms"));
        Row(table, columns, "peak heap", r => r.PeakHeapBytes, r => TextTable.Bytes(r.PeakHeapBytes));
        Row(table, columns, "elapsed", r => r.Elapsed.TotalMilliseconds, r => TextTable.Write($"{r.Elapsed.TotalMilliseconds:0} ms"));
        foreach (string type in Types(columns))
            Row(table, columns, $"  {type}", r => Find(r, type)?.EstimatedBytes ?? 0, r => Find(r, type) is { } found ? Estimate(found.EstimatedBytes, found.ErrorBytes) : "-");
        if (columns.Any(column => column.Result.IsSamplingShort))
            table.Add("Samples are missing: the figures by type are too low.");
        return table.ToString();
    }

    private static void Row(
        TextTable table, (string Name, MemoryTrafficResult Result)[] columns, string title, Func<MemoryTrafficResult, double> value, Func<MemoryTrafficResult, string> text)
    {
        List<string> cells = [title, .. columns.Select(column => text(column.Result))];
        if (columns.Length > 1)
            cells.Add(value(columns[1].Result) > 0 ? TextTable.Write($"{value(columns[0].Result) / value(columns[1].Result):0.0}") : "");
        table.Add([.. cells]);
    }

    // The largest of any column first.
    private static IEnumerable<string> Types((string Name, MemoryTrafficResult Result)[] columns) => columns
        .SelectMany(column => column.Result.Types)
        .GroupBy(type => type.Type, StringComparer.Ordinal)
        .OrderByDescending(group => group.Max(type => type.EstimatedBytes))
        .ThenBy(group => group.Key, StringComparer.Ordinal)
        .Take(TopTypes)
        .Select(group => group.Key);

    private static TypeTraffic? Find(MemoryTrafficResult result, string type) => result.Types.FirstOrDefault(t => t.Type == type);

    private static string Estimate(long bytes, long error) => bytes == 0 ? "0 B" : $"{TextTable.Bytes(bytes)} ± {TextTable.Bytes(error)}";
}
