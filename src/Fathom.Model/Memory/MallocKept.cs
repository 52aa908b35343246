namespace Fathom.Model.Memory;

/// <summary>What malloc keeps free of the private memory of a process: blocks that were freed, and no leak.</summary>
/// <param name="FreeBytes">Free and resident.</param>
/// <param name="InUseBytes">In use and resident.</param>
/// <param name="PrivateBytes">Resident memory of the process that no other one maps.</param>
/// <param name="TrimmableBytes">Of the free bytes, whole pages, which malloc_trim gives back.</param>
/// <param name="ArenaFreeBytes">Of the free bytes, those in arenas beside the main one.</param>
/// <param name="ArenaCount">These arenas.</param>
public sealed record MallocKept(long FreeBytes, long InUseBytes, long PrivateBytes, long TrimmableBytes, long ArenaFreeBytes, long ArenaCount)
{
    /// <summary>Less is not worth a word.</summary>
    public const long MinBytes = 16 * 1024 * 1024;

    /// <summary>Least share of the private memory.</summary>
    public const double MinShare = 0.2;

    private const long ManyArenas = 3;

    /// <summary>Whether it is so much that it answers why a resident set is large.</summary>
    public bool IsLarge => FreeBytes >= MinBytes && FreeBytes >= MinShare * PrivateBytes;

    /// <summary>Share of the private memory, percent.</summary>
    public double Percent => PrivateBytes == 0 ? 0 : 100.0 * FreeBytes / PrivateBytes;

    /// <summary>Whether at least half of it are whole pages.</summary>
    public bool IsTrimmable => TrimmableBytes * 2 >= FreeBytes;

    /// <summary>Whether at least half of it lies in several arenas beside the main one.</summary>
    public bool IsOfManyArenas => ArenaCount >= ManyArenas && ArenaFreeBytes * 2 >= FreeBytes;
}
