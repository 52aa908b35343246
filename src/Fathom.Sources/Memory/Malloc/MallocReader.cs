using System.Diagnostics;
using System.Runtime.InteropServices;
using Fathom.Sources.Targets.Reading;

namespace Fathom.Sources.Memory.Malloc;

/// <summary>
/// Reads what the arenas of glibc's malloc hold, and what of it is free, of a process that runs. It is not stopped, so the sums of an arena that is used meanwhile are those of some milliseconds.
/// </summary>
/// <param name="memory">The target's memory.</param>
/// <param name="pages">Bytes of a range that are resident and swapped.</param>
/// <param name="stop">Cancelling throws <see cref="OperationCanceledException"/>.</param>
internal sealed class MallocReader(ITargetMemory memory, Func<AddressRange, (long ResidentBytes, long SwappedBytes)> pages, CancellationToken stop)
{
    private const int MostAttempts = 3;
    private const ulong MostGrowthBytes = 1 << 30;
    private const int MostDataBytes = 1 << 20;
    private const ulong LeastFastBytes = 32;

    // The address space of a process; a sum beyond that was not made by malloc.
    private const ulong MostBytes = 1ul << 47;

    // Stands for the address of a main arena whose record was not found.
    private const ulong NoState = 0;

    private const string NotGlibc = "no arena of glibc was found here";

    private static readonly ulong s_pageSize = (ulong)Environment.SystemPageSize;

    private readonly long _start = Stopwatch.GetTimestamp();
    private readonly HashSet<ulong> _caches = [];
    private ChunkWalk? _walk;
    private bool _isShort;

    /// <summary>How long the walks may take together; what was not reached then is not known.</summary>
    public TimeSpan Limit { get; init; } = TimeSpan.FromSeconds(3);

    /// <summary>Whether it is a core, which says of no page that it was resident.</summary>
    public bool IsCore { get; init; }

    /// <summary>Reads.</summary>
    /// <param name="places">Where malloc's memory may be.</param>
    public MallocReading Read(MallocPlaces places)
    {
        List<MallocHeap> heaps = ArenaHeaps(places.Arenas);
        MallocState? main = Main(places.Data);
        if (places.ProgramBreak is { } range && main is { IsUsed: true } && ProgramBreak(range, main) is { } heap)
            heaps.Add(heap);
        else if (places.ProgramBreak is { } whole && main is null && IsCore && IsWhole(whole))
            heaps.Add(new MallocHeap(whole, NoState, whole.Start, whole.End));
        heaps.Sort(static (a, b) => a.Range.Start.CompareTo(b.Range.Start));
        (ChunkSums Sums, string? Problem)[] walks = [.. Enumerable.Range(0, heaps.Count).Select(i => Walk(heaps, i, main))];
        FreeLists lists = new(memory, heaps, [.. walks.Select(static walk => walk.Sums)], IsDue);
        bool isCacheSeen = AddLists(heaps, lists);
        string? cacheProblem = !isCacheSeen ? "caches of threads were not found: what they hold counts as in use"
            : lists.IsWhole ? null : "a list of free chunks broke off: what follows in it is not known, or in use where its length is not";
        List<MallocArena> arenas = [];
        ulong first = main?.Address ?? NoState;
        foreach (IGrouping<ulong, int> arena in Enumerable.Range(0, heaps.Count).GroupBy(i => heaps[i].State).OrderBy(group => group.Key != first).ThenBy(static group => group.Key))
            arenas.Add(Arena(arena.Key, [.. arena], heaps, walks, lists, main, cacheProblem));
        return new MallocReading(
            [.. arenas, .. Unknown(places, heaps, _isShort ? ChunkWalk.TimeIsUp : NotGlibc), .. Large(places.LargeBlocks)],
            [.. Stretches(heaps, walks, lists).Concat(places.LargeBlocks.Select(static block => new MallocStretch(block, 0, 0, 0, 0))).OrderBy(static one => one.Range.Start)]);
    }

    private bool IsDue()
    {
        stop.ThrowIfCancellationRequested();
        return Stopwatch.GetElapsedTime(_start) > Limit;
    }

    // All that the target's memory leads to is bounded by the limit: how much that is, is up to the target.
    private bool AddLists(List<MallocHeap> heaps, FreeLists lists)
    {
        bool isCacheSeen = false;
        foreach (ulong cache in _caches)
        {
            if (IsDue())
                break;
            isCacheSeen |= ThreadCache.TryAdd(memory, cache, lists);
        }

        foreach (ulong state in heaps.Select(static heap => heap.State).Distinct())
        {
            if (IsDue())
                break;
            AddFastBins(state, lists);
        }

        if (IsDue())
            lists.Omit();
        return isCacheSeen;
    }

    // The first heap of any arena tells how long the head of each is.
    private List<MallocHeap> ArenaHeaps(IReadOnlyList<AddressRange> ranges)
    {
        List<MallocHeap> heaps = [];
        foreach (AddressRange range in ranges)
        {
            if (IsShort())
                return heaps;
            if (MallocHeap.At(memory, range, 0) is { } first)
                heaps.Add(first);
        }

        ulong headBytes = heaps.Count > 0 ? heaps[0].State - heaps[0].Range.Start : 0;
        HashSet<ulong> firsts = [.. heaps.Select(static heap => heap.Range.Start)], states = [.. heaps.Select(static heap => heap.State)];
        foreach (AddressRange range in ranges)
        {
            if (IsShort())
                return heaps;
            if (!firsts.Contains(range.Start) && MallocHeap.At(memory, range, headBytes) is { } next && states.Contains(next.State))
                heaps.Add(next);
        }

        return heaps;
    }

    // The main arena is data of the library. The list of all arenas goes in a circle, so it begins where that leads back to.
    private MallocState? Main(IReadOnlyList<AddressRange> data)
    {
        ArenaCircle circle = new(memory, IsShort);
        foreach (AddressRange range in data)
        {
            foreach (ulong bins in MallocState.BinsIn(Words(range), range.Start))
            {
                foreach (ulong begin in MallocState.BeginsOf(bins))
                {
                    if (IsShort())
                        return null;
                    if (MallocState.At(memory, begin) is { } state && state.Bins == bins && circle.LeadsBackTo(begin))
                        return state;
                }
            }
        }

        return null;
    }

    // Where time is up before all places were looked at, that is the reason for what is not known.
    private bool IsShort() => _isShort |= IsDue();

    private ReadOnlyMemory<ulong> Words(AddressRange range)
    {
        ulong[] words = new ulong[Math.Min(range.Length, MostDataBytes) / sizeof(ulong)];
        int perPage = (int)s_pageSize / sizeof(ulong);
        for (int at = 0; at < words.Length && !IsShort(); at += perPage)
        {
            ulong page = range.Start + ((ulong)at * sizeof(ulong));
            if (pages(new AddressRange(page, page + s_pageSize)).ResidentBytes > 0)
                memory.Read(page, MemoryMarshal.AsBytes(words.AsSpan(at, Math.Min(perPage, words.Length - at))));
        }

        return words;
    }

    // It ends with the chunk that new ones are taken from.
    private MallocHeap? ProgramBreak(AddressRange range, MallocState main)
    {
        Span<ulong> head = stackalloc ulong[2];
        ulong first = (range.Start + ChunkHead.Bytes - 1) & ~(ChunkHead.Bytes - 1);
        ulong end = range.End;
        if (main.TopAddress >= first && main.TopAddress < range.End + MostGrowthBytes && main.TopAddress % ChunkHead.Bytes == 0
            && memory.Read(main.TopAddress, MemoryMarshal.AsBytes(head)) == (int)ChunkHead.Bytes
            && new ChunkHead(head[0], head[1]).SizeBytes is var top && top >= ChunkHead.LeastBytes && top <= range.End + MostGrowthBytes - main.TopAddress)
            end = main.TopAddress + top;
        return first < end ? new MallocHeap(range, main.Address, first, end) : null;
    }

    // A core may lack the data of the library. Chunks that lead from the first byte to the last one are those of glibc all the same.
    private bool IsWhole(AddressRange range)
    {
        ChunkWalk walk = new(memory, pages, IsDue);
        return range.Start % ChunkHead.Bytes == 0 && walk.Run(range.Start, range.End, [], out string? problem) is { TopBytes: > 0 } && problem is null;
    }

    // What changes while it is walked is walked again, with a new look at where it ends.
    private (ChunkSums, string?) Walk(List<MallocHeap> heaps, int index, MallocState? main)
    {
        ChunkWalk walk = _walk ??= new ChunkWalk(memory, pages, IsDue) { Absent = IsCore ? ChunkWalk.NotInCore : ChunkWalk.NotInMemory };
        for (int attempt = 1; ; attempt++)
        {
            MallocHeap heap = heaps[index];
            ChunkSums sums = walk.Run(heap.First, heap.End, _caches, out string? problem);
            if (problem is null || attempt == MostAttempts || IsDue())
                return (sums, problem);
            MallocHeap? again = heap.State == main?.Address
                ? MallocState.At(memory, heap.State) is { } state ? ProgramBreak(heap.Range, state) : null
                : MallocHeap.At(memory, heap.Range, (heap.State % (64ul << 20)) is var head && heap.Range.Start + head == heap.State ? 0 : head);
            if (again is { } changed && changed.State == heap.State)
                heaps[index] = changed;
        }
    }

    private void AddFastBins(ulong state, FreeLists lists)
    {
        if (MallocState.At(memory, state) is not { } arena)
            return;
        for (int i = 0; i < arena.FastBins.Count; i++)
            lists.AddBin(arena.FastBins[i], LeastFastBytes + ((ulong)i * ChunkHead.Bytes));
    }

    private MallocArena Arena(
        ulong address, int[] own, List<MallocHeap> heaps, (ChunkSums Sums, string? Problem)[] walks, FreeLists lists, MallocState? main, string? cacheProblem)
    {
        MallocState? state = MallocState.At(memory, address);
        long size = own.Sum(i => (long)(heaps[i].End - heaps[i].Range.Start));
        long cached = own.Sum(i => lists.Bytes[i]), notKnown = own.Sum(i => walks[i].Sums.NotKnownBytes + lists.NotKnownBytes[i]), free = own.Sum(i => walks[i].Sums.FreeBytes) + cached;

        // Where the program break could not move, the main arena took mappings, which look like those of anybody.
        long elsewhere = address == main?.Address && state?.SizeBytes is < MostBytes and ulong bytes ? Math.Max(0, (long)bytes - size) : 0;
        string? problem = own.Select(i => walks[i].Problem).FirstOrDefault(static one => one is not null)
            ?? (address == NoState ? "its record is not in the core: what its fast bins hold counts as in use" : elsewhere > 0 ? "a part of it is outside of the program break" : cacheProblem);
        return new MallocArena
        {
            Name = address == (main?.Address ?? NoState) ? "main arena" : "arena",
            Address = address == NoState ? null : address,
            ThreadCount = state is { ThreadCount: < int.MaxValue } ? (long)state.ThreadCount : null,
            HeapCount = own.Length,
            SizeBytes = size + elsewhere,
            InUseBytes = size - free - notKnown,
            InUseCount = own.Sum(i => walks[i].Sums.InUseCount - lists.Counts[i] - lists.NotKnownCounts[i]),
            FreeBytes = free,
            FreeCount = own.Sum(i => walks[i].Sums.FreeCount + lists.Counts[i]),
            FreeResidentBytes = IsCore ? null : own.Sum(i => walks[i].Sums.FreeResidentBytes) + cached,
            TrimmableBytes = IsCore ? null : own.Sum(i => walks[i].Sums.FreePageBytes),
            TopBytes = own.Sum(i => walks[i].Sums.TopBytes),
            CachedBytes = cacheProblem is null ? cached : null,
            LargestFreeBytes = own.Max(i => walks[i].Sums.LargestFreeBytes),
            NotKnownBytes = notKnown + elsewhere,
            Problem = problem,
        };
    }

    // Heaps that could not be read at all.
    private static IEnumerable<MallocArena> Unknown(MallocPlaces places, List<MallocHeap> heaps, string problem)
    {
        HashSet<ulong> known = [.. heaps.Select(static heap => heap.Range.Start)];
        if (places.ProgramBreak is { } range && !known.Contains(range.Start))
            yield return new MallocArena { Name = "main arena", HeapCount = 1, SizeBytes = range.Length, NotKnownBytes = range.Length, Problem = problem };
        foreach (AddressRange arena in places.Arenas.Where(arena => !known.Contains(arena.Start)))
            yield return new MallocArena { Name = "arena", HeapCount = 1, SizeBytes = arena.Length, NotKnownBytes = arena.Length, Problem = problem };
    }

    private IEnumerable<MallocArena> Large(IReadOnlyList<AddressRange> blocks)
    {
        long bytes = blocks.Sum(static block => block.Length);
        if (bytes > 0)
        {
            yield return new MallocArena
            {
                Name = "large blocks",
                HeapCount = blocks.Count,
                SizeBytes = bytes,
                InUseBytes = bytes,
                FreeBytes = 0,
                FreeCount = 0,
                FreeResidentBytes = IsCore ? null : 0,
                TrimmableBytes = IsCore ? null : 0,
                NotKnownBytes = 0,
            };
        }
    }

    private static IEnumerable<MallocStretch> Stretches(List<MallocHeap> heaps, (ChunkSums Sums, string? Problem)[] walks, FreeLists lists)
    {
        for (int i = 0; i < heaps.Count; i++)
        {
            ChunkSums sums = walks[i].Sums;
            long cached = lists.Bytes[i], missing = lists.NotKnownBytes[i];
            long unused = Math.Max(0, (long)heaps[i].Range.End - (long)heaps[i].End);
            yield return new MallocStretch(heaps[i].Range, sums.FreeBytes + cached + unused, sums.FreeResidentBytes + cached, sums.NotKnownBytes + missing, sums.NotKnownResidentBytes + missing);
        }
    }
}
