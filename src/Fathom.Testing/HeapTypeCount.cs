namespace Fathom.Testing;

/// <summary>A type of the heap while it is counted.</summary>
internal sealed class HeapTypeCount
{
    private const uint IsArray = 0x8;
    private const int RankShift = 8;
    private const uint RankMask = 0x3F;
    private const int MaxDepth = 8;

    public string? Name { get; set; }

    public uint Flags { get; set; }

    public ulong[] Parameters { get; set; } = [];

    public long Count { get; set; }

    public long Bytes { get; set; }

    /// <summary>The name, with the brackets of an array.</summary>
    public string FullName(Dictionary<ulong, HeapTypeCount> types, int depth)
    {
        if ((Flags & IsArray) == 0 || Parameters.Length != 1 || depth > MaxDepth)
            return string.IsNullOrEmpty(Name) ? "(unnamed)" : Name;
        int rank = (int)((Flags >> RankShift) & RankMask);
        return $"{types.GetValueOrDefault(Parameters[0])?.FullName(types, depth + 1) ?? "?"}[{new string(',', Math.Max(0, rank - 1))}]";
    }
}
