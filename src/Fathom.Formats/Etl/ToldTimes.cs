using System.Runtime.InteropServices;

namespace Fathom.Formats.Etl;

/// <summary>
/// When something was told of keys that mean one thing after the other. Tellings come in any order. Those of a key have the order of their
/// times; of one time, that in which they came.
/// </summary>
/// <remarks>
/// Few tellings of a key are walked for each use and take no more room. A long trace tells thousands of one, which are put in order once.
/// </remarks>
internal sealed class ToldTimes
{
    private const int MostWalked = 8;

    private readonly Dictionary<ulong, Chain> _chains = [];
    private readonly List<Told> _told = [];
    private readonly Dictionary<ulong, Place[]> _sorted = [];

    /// <summary>Tellings.</summary>
    public int Count => _told.Count;

    /// <summary>Adds what comes next; its number is <see cref="Count"/> before the call.</summary>
    /// <param name="key">The key.</param>
    /// <param name="ticks">When it is told.</param>
    /// <param name="begins">Whether the key means it from then on; else it meant it up to then.</param>
    public void Add(ulong key, long ticks, bool begins)
    {
        ref Chain chain = ref CollectionsMarshal.GetValueRefOrAddDefault(_chains, key, out bool isKnown);
        _told.Add(new Told(ticks, isKnown ? chain.Last : -1, begins));
        chain = new Chain(_told.Count - 1, chain.Count + 1);
        if (_sorted.Count > 0)
            _sorted.Remove(key);
    }

    /// <summary>Whether a telling begins a meaning.</summary>
    public bool Begins(int number) => _told[number].Begins;

    /// <summary>
    /// The latest beginning of a key up to a time, before the first end from then on. It does not count where an end lies between it and
    /// the time. Else that first end; else what was told last. -1 where nothing was told.
    /// </summary>
    public int Meant(ulong key, long ticks)
    {
        if (!_chains.TryGetValue(key, out Chain chain))
            return -1;
        if (chain.Count == 1)
            return chain.Last;
        if (chain.Count <= MostWalked)
            return MeantOfFew(chain.Last, ticks);
        Place[] all = SortedOf(key, chain);
        int from = CountBefore(all, ticks);
        int end = from < all.Length ? all[from].EndFrom : all.Length;
        // What is not an end is a beginning: so only the last one before that end can count.
        int known = Math.Min(end, CountUpTo(all, ticks)) - 1;
        return all[known >= 0 && Begins(all[known].Number) ? known : Math.Min(end, all.Length - 1)].Number;
    }

    /// <summary>
    /// The last telling of a key up to a time, and the first one behind it; -1 for none. Of several at one time the last one counts.
    /// </summary>
    public (int Before, int Behind) Around(ulong key, long ticks)
    {
        if (!_chains.TryGetValue(key, out Chain chain))
            return (-1, -1);
        if (chain.Count <= MostWalked)
            return AroundOfFew(chain.Last, ticks);
        Place[] all = SortedOf(key, chain);
        int upTo = CountUpTo(all, ticks);
        int behind = upTo < all.Length ? all[CountUpTo(all, all[upTo].Ticks) - 1].Number : -1;
        return (upTo > 0 ? all[upTo - 1].Number : -1, behind);
    }

    /// <summary>
    /// Drops what stands between two tellings of the same: <see cref="Around"/> finds the same meanings as before. What comes later, and
    /// lies where some were dropped, may be taken for the nearest.
    /// </summary>
    /// <param name="isSame">Whether two tellings, by their numbers, are of one meaning.</param>
    /// <returns>Whether each was dropped; numbers of the others close up.</returns>
    public bool[] Shrink(Func<int, int, bool> isSame)
    {
        bool[] isDropped = new bool[_told.Count];
        foreach ((ulong key, Chain chain) in _chains)
        {
            if (chain.Count <= 2)
                continue;
            int left = Drop(InOrder(chain), isSame, isDropped);
            CollectionsMarshal.GetValueRefOrNullRef(_chains, key) = chain with { Count = left };
        }

        // The new number of each; where it is dropped, that of the last one kept before it of its key.
        int[] now = new int[isDropped.Length];
        int kept = 0;
        for (int i = 0; i < now.Length; i++)
        {
            Told one = _told[i];
            int before = one.Before < 0 ? -1 : now[one.Before];
            now[i] = isDropped[i] ? before : kept;
            if (!isDropped[i])
                _told[kept++] = one with { Before = before };
        }

        _told.RemoveRange(kept, _told.Count - kept);
        foreach ((ulong key, Chain chain) in _chains)
            CollectionsMarshal.GetValueRefOrNullRef(_chains, key) = chain with { Last = now[chain.Last] };
        _sorted.Clear();
        return isDropped;
    }

    // Marks what is dropped of a key, and counts what is kept.
    private int Drop(Place[] all, Func<int, int, bool> isSame, bool[] isDropped)
    {
        int kept = all.Length;
        // The last one of those at the time of the next.
        int behind = all.Length - 1;
        for (int i = all.Length - 2; i > 0; i--)
        {
            if (i + 2 < all.Length && all[i + 1].Ticks != all[i + 2].Ticks)
                behind = i + 1;
            if (IsLike(i, i - 1) && IsLike(i, i + 1) && IsLike(i, behind))
            {
                isDropped[all[i].Number] = true;
                kept--;
            }
        }

        return kept;

        bool IsLike(int one, int other) =>
            Begins(all[one].Number) == Begins(all[other].Number) && isSame(all[one].Number, all[other].Number);
    }

    // A chain goes from the last telling to the first: of one time, the first that is met counts as the last one.
    private int MeantOfFew(int newest, long ticks)
    {
        ReadOnlySpan<Told> told = CollectionsMarshal.AsSpan(_told);
        int end = -1, last = newest, known = -1;
        for (int i = newest; i >= 0; i = told[i].Before)
        {
            if (told[i].Ticks > told[last].Ticks)
                last = i;
            if (!told[i].Begins && told[i].Ticks >= ticks && (end < 0 || told[i].Ticks <= told[end].Ticks))
                end = i;
        }

        for (int i = newest; i >= 0; i = told[i].Before)
        {
            bool isBefore = told[i].Ticks < ticks || (told[i].Ticks == ticks && (end < 0 || told[end].Ticks > ticks || i < end));
            if (isBefore && (known < 0 || told[i].Ticks > told[known].Ticks))
                known = i;
        }

        return known >= 0 && told[known].Begins ? known : end >= 0 ? end : last;
    }

    private (int Before, int Behind) AroundOfFew(int newest, long ticks)
    {
        ReadOnlySpan<Told> told = CollectionsMarshal.AsSpan(_told);
        int before = -1, behind = -1;
        for (int i = newest; i >= 0; i = told[i].Before)
        {
            if (told[i].Ticks <= ticks)
                before = before < 0 || told[i].Ticks > told[before].Ticks ? i : before;
            else
                behind = behind < 0 || told[i].Ticks < told[behind].Ticks ? i : behind;
        }

        return (before, behind);
    }

    private Place[] SortedOf(ulong key, Chain chain)
    {
        if (!_sorted.TryGetValue(key, out Place[]? all))
            _sorted.Add(key, all = InOrder(chain));
        return all;
    }

    private Place[] InOrder(Chain chain)
    {
        Place[] all = new Place[chain.Count];
        int at = all.Length;
        for (int next = chain.Last; next >= 0; next = _told[next].Before)
            all[--at] = new Place(_told[next].Ticks, next, 0);
        Array.Sort(all, static (one, other) =>
            one.Ticks == other.Ticks ? one.Number.CompareTo(other.Number) : one.Ticks.CompareTo(other.Ticks));
        int end = all.Length;
        for (int i = all.Length - 1; i >= 0; i--)
        {
            end = Begins(all[i].Number) ? end : i;
            all[i] = all[i] with { EndFrom = end };
        }

        return all;
    }

    private static int CountUpTo(Place[] all, long ticks) => ticks == long.MaxValue ? all.Length : CountBefore(all, ticks + 1);

    private static int CountBefore(Place[] all, long ticks)
    {
        int low = 0, high = all.Length;
        while (low < high)
        {
            int middle = (low + high) / 2;
            if (all[middle].Ticks < ticks)
                low = middle + 1;
            else
                high = middle;
        }

        return low;
    }

    // The newest telling of a key, and how many it has.
    private readonly record struct Chain(int Last, int Count);

    // Before: the one before it of its key; -1 for none.
    private readonly record struct Told(long Ticks, int Before, bool Begins);

    // A telling in the order of its key. EndFrom: place of the first end from there on; the count of all for none.
    private readonly record struct Place(long Ticks, int Number, int EndFrom);
}
