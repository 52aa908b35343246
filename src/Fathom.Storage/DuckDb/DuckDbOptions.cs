namespace Fathom.Storage.DuckDb;

/// <summary>How an engine is opened. It is always in memory, with no extension loaded or installed by itself.</summary>
/// <param name="MemoryLimitBytes">What the engine may hold before it spills to <paramref name="TempFolder"/>.</param>
/// <param name="Threads">Threads that work on a query, the calling one included.</param>
/// <param name="TempFolder">Where it spills, created by the engine when the first spill happens; null: too little memory is an error.</param>
/// <param name="TempLimitBytes">Most bytes of spilled data on disk.</param>
public sealed record DuckDbOptions(long MemoryLimitBytes, int Threads, string? TempFolder, long TempLimitBytes)
{
    private const long MostMemoryBytes = 512L << 20;

    /// <summary>Half a GiB of memory or half of what the process may use, at most four threads, at most 8 GiB spilled.</summary>
    /// <param name="tempFolder">A folder that belongs to the caller alone, or null.</param>
    public static DuckDbOptions In(string? tempFolder) => new(
        Math.Min(MostMemoryBytes, GC.GetGCMemoryInfo().TotalAvailableMemoryBytes / 2), Math.Min(Environment.ProcessorCount, 4), tempFolder, 8L << 30);
}
