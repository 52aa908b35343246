namespace Fathom.Sources.RuntimeTables;

/// <summary>A number of entries and the bytes of the objects behind them, an object counted once.</summary>
internal sealed class ObjectTotal
{
    private readonly HashSet<ulong> _seen = [];

    /// <summary>Entries.</summary>
    public long Count { get; private set; }

    /// <summary>Bytes of the objects.</summary>
    public long SizeBytes { get; private set; }

    /// <summary>Adds an entry.</summary>
    public void Add(ulong address, ulong size)
    {
        Count++;
        // As the heap view counts: aligned to 8, at least 24.
        if (address != 0 && _seen.Add(address))
            SizeBytes += (long)Math.Max(24, (size + 7) & ~7UL);
    }
}
