using Fathom.Sources.Targets.Reading;

namespace Fathom.Sources.Inspection;

/// <summary>
/// Reads the content of objects in pieces, up to a limit for the whole look: the target stands still meanwhile. What lies beyond the limit is counted.
/// </summary>
/// <param name="memory">The target's memory.</param>
/// <param name="limitBytes">Most bytes to read.</param>
/// <param name="due">Signalled when the target must run again.</param>
internal sealed class ReadBudget(ITargetMemory memory, long limitBytes, CancellationToken due)
{
    /// <summary>Size of the pieces; a multiple of the sizes of plain elements.</summary>
    public const int PieceBytes = 256 * 1024;

    private readonly byte[] _piece = GC.AllocateUninitializedArray<byte>(PieceBytes);

    /// <summary>Bytes that were taken from the budget.</summary>
    public long TakenBytes { get; private set; }

    /// <summary>Objects whose content was not read.</summary>
    public long UnreadCount { get; private set; }

    /// <summary>Bytes of them.</summary>
    public long UnreadBytes { get; private set; }

    /// <summary>Takes a number of bytes from the budget; false, and counted, where it is used up.</summary>
    public bool TryTake(ulong bytes)
    {
        due.ThrowIfCancellationRequested();
        if (bytes <= (ulong)Math.Max(0, limitBytes))
        {
            limitBytes -= (long)bytes;
            TakenBytes += (long)bytes;
            return true;
        }

        Skip(bytes);
        return false;
    }

    /// <summary>Counts an object as not read.</summary>
    public void Skip(ulong bytes)
    {
        UnreadCount++;
        UnreadBytes += (long)bytes;
    }

    /// <summary>Reads the next piece. The bytes are valid until the next call.</summary>
    /// <param name="address">Where.</param>
    /// <param name="length">At most <see cref="PieceBytes"/>.</param>
    /// <returns>Empty where it cannot be read as a whole.</returns>
    public ReadOnlySpan<byte> Read(ulong address, int length)
    {
        due.ThrowIfCancellationRequested();
        return memory.Read(address, _piece.AsSpan(0, length)) == length ? _piece.AsSpan(0, length) : default;
    }
}
