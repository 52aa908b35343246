using System.Runtime.InteropServices;
using Fathom.Sources.Targets.Reading;

namespace Fathom.Sources.Memory.Malloc;

/// <summary>
/// Chunks that a thread has freed and keeps for itself (<c>tcache_perthread_struct</c>, glibc 2.26 to 2.41): 64 counts, then the first chunk of each of 64 lists, of 32, 48, … bytes. Counts have
/// 16 bits since 2.30, and 8 before. It lies in a chunk of its own, and is recognised by its length and by lists that are empty just where their count is 0.
/// </summary>
internal static class ThreadCache
{
    private const int Lists = 64;
    private const int MostAttempts = 3;
    private const int WideBytes = Lists * (sizeof(ushort) + sizeof(ulong));
    private const int NarrowBytes = Lists * (sizeof(byte) + sizeof(ulong));

    /// <summary>Whether a chunk of this length may hold one.</summary>
    public static bool IsLength(ulong size) => size is WideBytes + ChunkHead.Bytes or NarrowBytes + ChunkHead.Bytes;

    /// <summary>Whether bytes may be one that is not empty, or are not known.</summary>
    /// <param name="content">The bytes.</param>
    /// <param name="mayBeEmpty">Whether an empty one counts: the first chunk of a heap is one, and any other bytes may be 0.</param>
    public static bool MayBe(ReadOnlySpan<byte> content, bool mayBeEmpty)
    {
        bool isAny = content.IsEmpty || mayBeEmpty;
        for (int i = 0; i < Lists && !content.IsEmpty; i++)
        {
            (int count, ulong first) = List(content, i);
            if (count == 0 != (first == 0) || first % ChunkHead.Bytes != 0)
                return false;
            isAny |= count > 0;
        }

        return isAny;
    }

    /// <summary>Adds up what is in one.</summary>
    /// <param name="memory">The target's memory.</param>
    /// <param name="chunk">Its chunk.</param>
    /// <param name="lists">Follows the lists, and adds up what they hold.</param>
    /// <returns>Whether it was one.</returns>
    public static bool TryAdd(ITargetMemory memory, ulong chunk, FreeLists lists)
    {
        // Its thread may change it meanwhile, so one that does not fit together is read again.
        Span<byte> bytes = stackalloc byte[WideBytes];
        Span<ulong> head = stackalloc ulong[2];
        Span<(ulong First, ulong SizeBytes, int Count)> held = stackalloc (ulong, ulong, int)[Lists];
        for (int attempt = 1; attempt <= MostAttempts; attempt++)
        {
            if (memory.Read(chunk, MemoryMarshal.AsBytes(head)) < (int)ChunkHead.Bytes || !IsLength(head[1] & ~7ul))
                return false;
            Span<byte> content = bytes[..(int)((head[1] & ~7ul) - ChunkHead.Bytes)];
            if (memory.Read(chunk + ChunkHead.Bytes, content) == content.Length && MayBe(content, lists.IsFirst(chunk)) && TryBegin(content, lists, held, out int count)
                && lists.TryAdd(held[..count], chunk, isLast: attempt == MostAttempts))
                return true;
        }

        return false;
    }

    // Each list begins with a chunk of its length.
    private static bool TryBegin(ReadOnlySpan<byte> content, FreeLists lists, Span<(ulong First, ulong SizeBytes, int Count)> held, out int lengthOfHeld)
    {
        lengthOfHeld = 0;
        for (int i = 0; i < Lists; i++)
        {
            (int count, ulong first) = List(content, i);
            if (count == 0)
                continue;
            if (!lists.IsOf(first, SizeOf(i)))
                return false;
            held[lengthOfHeld++] = (first, SizeOf(i), count);
        }

        return true;
    }

    private static ulong SizeOf(int list) => ChunkHead.LeastBytes + ((ulong)list * ChunkHead.Bytes);

    private static (int Count, ulong First) List(ReadOnlySpan<byte> content, int list)
    {
        int width = content.Length == WideBytes ? sizeof(ushort) : sizeof(byte);
        int count = width == sizeof(byte) ? content[list] : MemoryMarshal.Read<ushort>(content[(list * width)..]);
        return (count, MemoryMarshal.Read<ulong>(content[((Lists * width) + (list * sizeof(ulong)))..]));
    }
}
