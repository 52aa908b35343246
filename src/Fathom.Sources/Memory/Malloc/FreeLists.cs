using System.Runtime.InteropServices;
using Fathom.Sources.Targets.Reading;

namespace Fathom.Sources.Memory.Malloc;

/// <summary>
/// Follows lists of free chunks whose heads say that they are in use: those of threads' caches and of fast bins. The first word of a chunk's content leads to the next one; since glibc 2.32 it is
/// combined (exclusive or) with its own address, shifted by 12 bits.
/// </summary>
/// <remarks>
/// The target may write anything there. So no chunk counts twice, and the chunks of a heap are never more than its heads say are in use: what lists say beyond that is not believed.
/// </remarks>
/// <param name="memory">The target's memory.</param>
/// <param name="heaps">The heaps that chunks may lie in, in address order.</param>
/// <param name="sums">What the heads of each heap add up to.</param>
/// <param name="isDue">Whether time is up.</param>
internal sealed class FreeLists(ITargetMemory memory, IReadOnlyList<MallocHeap> heaps, IReadOnlyList<ChunkSums> sums, Func<bool> isDue)
{
    private const int Shift = 12;
    private const int StepsBetweenLooks = 256;
    private const int MostAttempts = 3;
    private const int MostChunks = 1 << 21;

    private readonly long[] _bytes = new long[heaps.Count];
    private readonly long[] _counts = new long[heaps.Count];
    private readonly long[] _notKnownBytes = new long[heaps.Count];
    private readonly long[] _notKnownCounts = new long[heaps.Count];
    private readonly HashSet<ulong> _seen = [];

    // Of the cache or fast bin that is followed now, to take them back.
    private readonly List<(ulong Content, int Heap, long SizeBytes)> _taken = [];

    /// <summary>Bytes by heap.</summary>
    public IReadOnlyList<long> Bytes => _bytes;

    /// <summary>Chunks by heap.</summary>
    public IReadOnlyList<long> Counts => _counts;

    /// <summary>Bytes that caches say they hold, and that were not found; by the heap of the cache.</summary>
    public IReadOnlyList<long> NotKnownBytes => _notKnownBytes;

    /// <summary>The same in chunks.</summary>
    public IReadOnlyList<long> NotKnownCounts => _notKnownCounts;

    /// <summary>Whether all lists were followed to their end.</summary>
    public bool IsWhole { get; private set; } = true;

    /// <summary>Says that lists were left out.</summary>
    public void Omit() => IsWhole = false;

    /// <summary>Whether a heap begins with this chunk.</summary>
    public bool IsFirst(ulong chunk) => HeapOf(chunk + ChunkHead.Bytes) is >= 0 and int heap && heaps[heap].First == chunk;

    /// <summary>Whether the chunk with this content has this length.</summary>
    public bool IsOf(ulong content, ulong size) => HeapOf(content) >= 0 && TryLink(content, size, out _);

    /// <summary>Adds the lists of a thread's cache, whose lengths are known.</summary>
    /// <param name="lists">For each list its first chunk's content, the length of its chunks, and how many there are.</param>
    /// <param name="cache">The chunk of the cache: what cannot be followed is of its heap, and not known.</param>
    /// <param name="isLast">Whether it is added also where a list breaks off.</param>
    /// <returns>Whether it was added.</returns>
    public bool TryAdd(ReadOnlySpan<(ulong First, ulong SizeBytes, int Count)> lists, ulong cache, bool isLast)
    {
        _taken.Clear();
        Span<int> missing = stackalloc int[lists.Length];
        bool isWhole = true;
        for (int i = 0; i < lists.Length; i++)
        {
            missing[i] = lists[i].Count - Follow(lists[i].First, lists[i].SizeBytes, lists[i].Count, 0, out _);
            isWhole &= missing[i] == 0;
        }

        if (!isWhole && !isLast)
        {
            TakeBack();
            return false;
        }

        for (int i = 0; i < lists.Length && HeapOf(cache + ChunkHead.Bytes) is >= 0 and int heap; i++)
        {
            long count = Math.Min(missing[i], Room(heap, lists[i].SizeBytes));
            _notKnownBytes[heap] += (long)lists[i].SizeBytes * count;
            _notKnownCounts[heap] += count;
        }

        IsWhole &= isWhole;
        return true;
    }

    /// <summary>Adds the list of a fast bin, whose elements are given by their heads.</summary>
    public void AddBin(ulong first, ulong size)
    {
        // A process may take from the list while it is followed, so a list that breaks off is begun anew.
        for (int attempt = 1; first != 0; attempt++)
        {
            _taken.Clear();
            Follow(first + ChunkHead.Bytes, size, int.MaxValue, ChunkHead.Bytes, out bool isWhole);
            if (isWhole || attempt == MostAttempts || isDue())
            {
                IsWhole &= isWhole;
                return;
            }

            TakeBack();
        }
    }

    private int Follow(ulong content, ulong size, int most, ulong toContent, out bool isWhole)
    {
        int followed = 0;
        isWhole = true;
        while (content != 0 && followed < most)
        {
            int heap = HeapOf(content);
            if (heap < 0 || !TryLink(content, size, out ulong link) || Room(heap, size) == 0 || _seen.Count >= MostChunks
                || (followed % StepsBetweenLooks == StepsBetweenLooks - 1 && isDue()) || !_seen.Add(content))
            {
                isWhole = false;
                break;
            }

            _taken.Add((content, heap, (long)size));
            _bytes[heap] += (long)size;
            _counts[heap]++;
            followed++;
            ulong open = link ^ (content >> Shift);
            ulong next = open == 0 || HeapOf(open + toContent) >= 0 ? open : link;
            content = next == 0 ? 0 : next + toContent;
        }

        return followed;
    }

    // How many chunks more a heap may hold among those in use.
    private long Room(int heap, ulong size)
    {
        ChunkSums all = sums[heap];
        long bytes = (long)(heaps[heap].End - heaps[heap].First) - all.FreeBytes - all.NotKnownBytes - _bytes[heap] - _notKnownBytes[heap];
        return Math.Min(bytes / (long)size, all.InUseCount - _counts[heap] - _notKnownCounts[heap]);
    }

    private void TakeBack()
    {
        foreach ((ulong content, int heap, long size) in _taken)
        {
            _seen.Remove(content);
            _bytes[heap] -= size;
            _counts[heap]--;
        }
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
