namespace HeapMix;

/// <summary>What was allocated, by type: the program's own books.</summary>
internal sealed class Census
{
    private readonly SortedDictionary<string, (long Count, long SizeBytes)> _rows = new(StringComparer.Ordinal);

    /// <summary>Notes objects of one type. The size is what one of them occupies: a multiple of 8, at least 24.</summary>
    public void Add(string type, long count, long sizeEach)
    {
        _rows.TryGetValue(type, out (long Count, long SizeBytes) row);
        _rows[type] = (row.Count + count, row.SizeBytes + (count * sizeEach));
    }

    /// <summary>The size of an array of one dimension without references to be told apart: header, method table, length, elements.</summary>
    public static long ArraySize(long length, int elementSize) => Math.Max(24, (16 + 8 + (length * elementSize) + 7) & ~7L);

    /// <summary>One line of JSON.</summary>
    public string ToJson(int pid) =>
        $$"""{"pid": {{pid}}, "types": [{{string.Join(", ", _rows.Select(row =>
            $$"""{"type": "{{row.Key}}", "count": {{row.Value.Count}}, "size_bytes": {{row.Value.SizeBytes}}}"""))}}]}""";
}
