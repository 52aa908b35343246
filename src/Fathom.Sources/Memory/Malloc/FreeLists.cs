using System.Runtime.InteropServices;
using Fathom.Sources.Targets.Reading;

namespace Fathom.Sources.Memory.Malloc;

/// <summary>
/// Follows lists of free chunks whose heads say that they are in use: those of threads' caches and of fast bins. The first word of a chunk's content leads to the next one; since glibc 2.32 it is
/// combined (exclusive or) with its own address, shifted by 12 bits.
/// </summary>
/// <param name="memory">The target's memory.</param>
/// <param name="heaps">The heaps that chunks may lie in, in address order.</param>
/// <param name="isDue">Whether time is up.</param>
internal sealed class FreeLists(ITargetMemory memory, IReadOnlyList<MallocHeap> heaps, Func<bool> isDue)
{
    private const int Shift = 12;
    private const int StepsBetweenLooks = 256;

    private readonly long[] _bytes = new long[heaps.Count];
    private readonly long[] _counts = new long[heaps.Count];

    /// <summary>Bytes by heap.</summary>
    public IReadOnlyList<long> Bytes => _bytes;

    /// <summary>Chunks by heap.</summary>
    public IReadOnlyList<long> Counts => _counts;

    /// <summary>Whether all lists were followed to their end.</summary>
    public bool IsWhole { get; private set; } = true;

    /// <summary>Whether a heap begins with this chunk.</summary>
    public bool IsFirst(ulong chunk) => HeapOf(chunk + ChunkHead.Bytes) is >= 0 and int heap && heaps[heap].First == chunk;

    /// <summary>Whether the chunk with this content has this length.</summary>
    public bool IsOf(ulong content, ulong size) => HeapOf(content) >= 0 && TryLink(content, size, out _);

    /// <summary>Adds the list of a thread's cache, whose length is known: what it cannot be followed to counts for the heap that the cache lies in.</summary>
    public void Add(ulong first, ulong size, int count, ulong cache)
    {
        int followed = Follow(first, size, count, 0, out _);
        if (followed < count && HeapOf(cache) is >= 0 and int heap)
            Count(heap, size, count - followed);
    }

    /// <summary>Adds the list of a fast bin, whose elements are given by their heads.</summary>
    public void AddBin(ulong first, ulong size)
    {
        // A process may take from the list while it is followed, so a list that breaks off is begun anew.
        const int attempts = 3;
        for (int attempt = 1; first != 0; attempt++)
        {
            (long[] bytes, long[] counts) = ([.. _bytes], [.. _counts]);
            Follow(first + ChunkHead.Bytes, size, int.MaxValue, ChunkHead.Bytes, out bool isWhole);
            if (isWhole || attempt == attempts)
            {
                IsWhole &= isWhole;
                return;
            }

            bytes.CopyTo(_bytes, 0);
            counts.CopyTo(_counts, 0);
        }
    }

    // A list cannot be longer than the heaps hold chunks; one that goes in a circle ends so.
    private int Follow(ulong content, ulong size, int most, ulong toContent, out bool isWhole)
    {
        int followed = 0;
        isWhole = true;
        long bound = heaps.Sum(static heap => (long)(heap.Range.Length / (long)ChunkHead.LeastBytes));
        while (content != 0 && followed < most)
        {
            int heap = HeapOf(content);
            if (heap < 0 || !TryLink(content, size, out ulong link) || followed >= bound || (followed % StepsBetweenLooks == StepsBetweenLooks - 1 && isDue()))
            {
                isWhole = false;
                break;
            }

            Count(heap, size, 1);
            followed++;
            ulong open = link ^ (content >> Shift);
            ulong next = open == 0 || HeapOf(open + toContent) >= 0 ? open : link;
            content = next == 0 ? 0 : next + toContent;
        }

        return followed;
    }

    private void Count(int heap, ulong size, int count)
    {
        _bytes[heap] += (long)size * count;
        _counts[heap] += count;
    }

    private bool TryLink(ulong content, ulong size, out ulong link)
    {
        Span<ulong> words = stackalloc ulong[2];
        bool isRead = memory.Read(content - sizeof(ulong), MemoryMarshal.AsBytes(words)) == words.Length * sizeof(ulong);
        link = words[1];
        return isRead && (words[0] & ~7ul) == size;
    }

    private int HeapOf(ulong content)
    {
        if (content % ChunkHead.Bytes != 0)
            return -1;
        int low = 0, high = heaps.Count;
        while (low < high)
        {
            int middle = (low + high) / 2;
            if (heaps[middle].End <= content)
                low = middle + 1;
            else
                high = middle;
        }

        return low < heaps.Count && heaps[low].First < content ? low : -1;
    }
}
