using Fathom.Sources.Targets.Reading;

namespace Fathom.Sources.Memory.Malloc;

/// <summary>
/// Adds up the chunks of a heap of glibc's malloc by their heads, while the process runs. Each chunk begins with two words, <c>length of the chunk before, if that is free</c> and <c>own length with
/// flags</c>; the next one follows it. Whether one is in use is in the flags of the next.
/// </summary>
/// <remarks>
/// The process may merge and divide chunks meanwhile. Each head is checked (length, flags, and the length that a free chunk repeats at its end); where one does not fit, the walk goes back some steps
/// and reads anew, and gives up after some times: what is behind is not known then. So it ends for any bytes.
/// </remarks>
/// <param name="memory">The target's memory.</param>
/// <param name="pages">Bytes of a range that are resident and swapped.</param>
/// <param name="isDue">Whether time is up.</param>
internal sealed class ChunkWalk(ITargetMemory memory, Func<AddressRange, (long ResidentBytes, long SwappedBytes)> pages, Func<bool> isDue)
{
    /// <summary>Why something is not known where <c>isDue</c> said so.</summary>
    public const string TimeIsUp = "time was up";

    /// <summary>Why something is not known where a page of a process was not read.</summary>
    public const string NotInMemory = "a page of it is not in memory";

    /// <summary>The same of a core.</summary>
    public const string NotInCore = "a page of it is not in the core";

    private const int MostRepeats = 32;
    private const int StepsBetweenLooks = 1024;
    private const int MostCaches = 1 << 16;

    private static readonly ulong s_pageSize = (ulong)Environment.SystemPageSize;

    private readonly ChunkWindow _window = new(memory, pages);
    private ChunkSums _sums;
    private ulong _first;

    /// <summary>What is said of a page that is not there.</summary>
    public string Absent { get; init; } = NotInMemory;

    /// <summary>Adds up a heap.</summary>
    /// <param name="first">Its first chunk.</param>
    /// <param name="end">Its end.</param>
    /// <param name="caches">Chunks that may be the cache of a thread are added.</param>
    /// <param name="problem">Why some of it is not known; null where all is.</param>
    public ChunkSums Run(ulong first, ulong end, HashSet<ulong> caches, out string? problem)
    {
        (_sums, _first) = (default, first);
        _window.Forget();
        (ulong At, ChunkSums Sums) last = (first, default), before = last;
        ulong at = first;
        int repeats = 0, steps = 0;
        problem = null;
        while (at < end)
        {
            if (steps++ % StepsBetweenLooks == 0 && isDue())
            {
                problem = TimeIsUp;
                break;
            }

            Step step = Next(ref at, end, caches, out bool isLoaded);
            if (step == Step.End)
                return _sums;
            if (step == Step.Taken)
            {
                if (isLoaded)
                    (before, last) = (last, (at, _sums));
                continue;
            }

            if (step == Step.Absent || ++repeats > MostRepeats)
            {
                problem = step == Step.Absent ? Absent : "chunks do not follow one another";
                break;
            }

            (at, _sums) = before;
            last = before;
            _window.Forget();
        }

        if (at >= end)
            return _sums;
        _sums.NotKnownBytes = (long)(end - at);
        _sums.NotKnownResidentBytes = pages(new AddressRange(at, end)).ResidentBytes;
        return _sums;
    }

    private Step Next(ref ulong at, ulong end, HashSet<ulong> caches, out bool isLoaded)
    {
        isLoaded = false;
        if (end - at < ChunkHead.Bytes)
            return Step.Broken;
        if (!_window.TryRead(at, end, out ChunkHead head, out isLoaded))
            return Step.Absent;
        if (head.IsFence && end - at <= 2 * ChunkHead.LeastBytes)
            return Step.End;
        if (!head.Fits(end - at))
            return Step.Broken;
        ulong size = head.SizeBytes, next = at + size;
        if (next == end)
        {
            AddFree(at, size);
            _sums.TopBytes = (long)size;
            return Step.End;
        }

        if (end - next < ChunkHead.Bytes)
            return Step.Broken;
        bool isCache = ThreadCache.IsLength(size) && ThreadCache.MayBe(_window.Near(at + ChunkHead.Bytes, (int)(size - ChunkHead.Bytes)), mayBeEmpty: at == _first);
        if (!_window.TryRead(next, end, out ChunkHead following, out bool isNextLoaded))
            return Step.Absent;
        isLoaded |= isNextLoaded;
        if (following.IsBeforeInUse)
        {
            _sums.InUseCount++;
            if (isCache && caches.Count < MostCaches)
                caches.Add(at);
        }
        else if (following.Before != size)
        {
            return Step.Broken;
        }
        else
        {
            AddFree(at, size);
        }

        at = next;
        return Step.Taken;
    }

    // Pages that hold heads are in memory; of a longer chunk, those between may have been given back.
    private void AddFree(ulong at, ulong size)
    {
        ulong start = (at + (3 * ChunkHead.Bytes) + s_pageSize - 1) & ~(s_pageSize - 1), end = (at + size) & ~(s_pageSize - 1);
        long whole = start < end ? (long)(end - start) : 0;
        long resident = whole == 0 ? 0 : pages(new AddressRange(start, end)).ResidentBytes;
        _sums.FreeBytes += (long)size;
        _sums.FreeCount++;
        _sums.LargestFreeBytes = Math.Max(_sums.LargestFreeBytes, (long)size);
        _sums.FreeResidentBytes += (long)size - whole + resident;
        _sums.FreePageBytes += resident;
    }

    private enum Step
    {
        Taken,
        End,
        Broken,
        Absent,
    }
}
