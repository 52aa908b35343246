namespace Fathom.Recorder;

/// <summary>
/// The bytes that the raw files of a recording may take together. Parts that are written at the end, such as names of methods, reserve their room before. The recording ends while that room is
/// left. The class is thread-safe.
/// </summary>
/// <param name="mostBytes">The limit; null for none.</param>
public sealed class SizeBudget(long? mostBytes) : IDisposable
{
    // What a recording writes at its begin takes up to this share.
    private const int LittleShare = 4;

    private readonly long _most = mostBytes ?? long.MaxValue;
    private readonly ManualResetEvent _reached = new(false);
    private long _used;
    private long _reserved;

    /// <summary>No limit.</summary>
    public static SizeBudget None { get; } = new(null);

    /// <summary>The limit; null for none.</summary>
    public long? MostBytes { get; } = mostBytes;

    /// <summary>Signalled when everything but the reserved room is used. Then the recording ends.</summary>
    public WaitHandle Reached => _reached;

    /// <summary>Whether everything but the reserved room is used.</summary>
    public bool IsReached => Volatile.Read(ref _used) >= _most - Math.Min(Volatile.Read(ref _reserved), _most);

    /// <summary>The bytes that were used.</summary>
    public long UsedBytes => Volatile.Read(ref _used);

    /// <summary>
    /// Reserves room for a part that is written at the end. All reservations together take at most half of the limit, and a new one takes at most half of the free room. A late reservation
    /// therefore does not end the recording.
    /// </summary>
    /// <param name="bytes">The estimated size of the part.</param>
    /// <returns>The reserved bytes, or null if there is no room. The first reservation may get less than it asks for, as long as little was used.</returns>
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

    /// <summary>Gives reserved room back, because its part was written or will not come.</summary>
    public void Release(long bytes) => Interlocked.Add(ref _reserved, -bytes);

    /// <summary>Counts bytes that were written.</summary>
    public void Use(long bytes)
    {
        Interlocked.Add(ref _used, bytes);
        Look();
    }

    /// <summary>Takes room for bytes before they are written.</summary>
    /// <returns>How many of them may be written.</returns>
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
