namespace Fathom.Recorder;

/// <summary>
/// Bytes that the raw files of a recording may have together. What still comes at the end, such as names of methods, is reserved before, so the recording ends while there is room for it. Thread-safe.
/// </summary>
/// <param name="mostBytes">The limit; null for none.</param>
public sealed class SizeBudget(long? mostBytes) : IDisposable
{
    // As much is used by what a recording has at its begin.
    private const int LittleShare = 4;

    private readonly long _most = mostBytes ?? long.MaxValue;
    private readonly ManualResetEvent _reached = new(false);
    private long _used;
    private long _reserved;

    /// <summary>No limit.</summary>
    public static SizeBudget None { get; } = new(null);

    /// <summary>The limit; null for none.</summary>
    public long? MostBytes { get; } = mostBytes;

    /// <summary>Signalled when all is used but what is reserved: the recording ends.</summary>
    public WaitHandle Reached => _reached;

    /// <summary>Whether it is.</summary>
    public bool IsReached => Volatile.Read(ref _used) >= _most - Math.Min(Volatile.Read(ref _reserved), _most);

    /// <summary>Bytes that were used.</summary>
    public long UsedBytes => Volatile.Read(ref _used);

    /// <summary>
    /// Reserves room for what comes at the end: at most a half of all together, and at most a half of what is free, so that as much is still recorded. What comes late does not end the recording.
    /// </summary>
    /// <param name="bytes">How much, an estimate.</param>
    /// <returns>What was reserved; null where there is no room for it. The first one finds some, as long as little is used.</returns>
    public long? TryReserve(long bytes)
    {
        while (true)
        {
            long before = Volatile.Read(ref _reserved), used = Volatile.Read(ref _used);
            long room = Math.Max(0, Math.Min((_most / 2) - before, (_most - used - before) / 2));
            if (bytes > room && (before > 0 || used > _most / LittleShare))
                return null;
            long reserved = Math.Min(bytes, room);
            if (Interlocked.CompareExchange(ref _reserved, before + reserved, before) == before)
                return reserved;
        }
    }

    /// <summary>What was reserved has come, or does not any more.</summary>
    public void Release(long bytes) => Interlocked.Add(ref _reserved, -bytes);

    /// <summary>Bytes were written.</summary>
    public void Use(long bytes)
    {
        Interlocked.Add(ref _used, bytes);
        Look();
    }

    /// <summary>Takes room for bytes that are not written where there is none.</summary>
    /// <returns>How many may be.</returns>
    public int Take(int bytes)
    {
        while (true)
        {
            long before = Volatile.Read(ref _used);
            int taken = (int)Math.Clamp(_most - before, 0, bytes);
            if (Interlocked.CompareExchange(ref _used, before + taken, before) != before)
                continue;
            Look();
            return taken;
        }
    }

    /// <inheritdoc/>
    public void Dispose() => _reached.Dispose();

    private void Look()
    {
        if (IsReached)
            _reached.Set();
    }
}
