using System.Runtime.InteropServices;
using Fathom.Sources.Targets.Reading;

namespace Fathom.Sources.Memory.Malloc;

/// <summary>
/// Heads of chunks, read in order. A page that is not in memory is not read: that would change the target, and bring back what the kernel has swapped out. So the pages between two distant heads are
/// passed, and more is read at once where heads follow closely.
/// </summary>
/// <param name="memory">The target's memory.</param>
/// <param name="pages">Bytes of a range that are resident and swapped.</param>
internal sealed class ChunkWindow(ITargetMemory memory, Func<AddressRange, (long ResidentBytes, long SwappedBytes)> pages)
{
    private const int MostBytes = 256 * 1024;

    private static readonly ulong s_pageSize = (ulong)Environment.SystemPageSize;

    private readonly byte[] _bytes = new byte[MostBytes];
    private ulong _start;
    private ulong _end;
    private ulong _length = s_pageSize;

    /// <summary>Reads a head.</summary>
    /// <param name="at">Its address, a multiple of 16.</param>
    /// <param name="limit">Nothing at or behind this is read.</param>
    /// <param name="head">The head.</param>
    /// <param name="isLoaded">Whether memory was read for it.</param>
    /// <returns>Whether its page is in memory.</returns>
    public bool TryRead(ulong at, ulong limit, out ChunkHead head, out bool isLoaded)
    {
        head = default;
        isLoaded = at < _start || at + ChunkHead.Bytes > _end;
        if (isLoaded && !Load(at, limit))
            return false;
        head = MemoryMarshal.Read<ChunkHead>(_bytes.AsSpan((int)(at - _start)));
        return true;
    }

    /// <summary>The bytes from an address on, where they were read together with the last head; empty otherwise.</summary>
    public ReadOnlySpan<byte> Near(ulong at, int count) =>
        at >= _start && at <= _end && _end - at >= (ulong)count ? _bytes.AsSpan((int)(at - _start), count) : [];

    /// <summary>Forgets what was read, as the target may have changed it.</summary>
    public void Forget() => _start = _end = 0;

    private bool Load(ulong at, ulong limit)
    {
        _length = _end != 0 && at >= _end && at - _end < s_pageSize ? Math.Min(_length * 2, MostBytes) : s_pageSize;
        ulong start = at & ~(s_pageSize - 1);
        for (ulong length = Math.Min(_length, limit - start); length >= ChunkHead.Bytes; length = Math.Min(s_pageSize, limit - start))
        {
            if ((ulong)pages(new AddressRange(start, start + length)).ResidentBytes < length)
            {
                if (length <= s_pageSize)
                    break;
                continue;
            }

            int read = memory.Read(start, _bytes.AsSpan(0, (int)length));
            (_start, _end) = (start, start + (ulong)read);
            return at + ChunkHead.Bytes <= _end;
        }

        Forget();
        return false;
    }
}
