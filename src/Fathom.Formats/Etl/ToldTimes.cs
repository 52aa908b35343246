using System.Runtime.InteropServices;

namespace Fathom.Formats.Etl;

/// <summary>
/// When something was told of keys that mean one thing after the other. A long trace tells of one key thousands of times, so none of them
/// is looked at one by one.
/// </summary>
internal sealed class ToldTimes
{
    private readonly Dictionary<ulong, int> _last = [];
    private readonly List<Told> _told = [];
    private readonly Dictionary<ulong, Sorted> _sorted = [];

    /// <summary>Tellings.</summary>
    public int Count => _told.Count;

    /// <summary>Adds what comes next; its number is <see cref="Count"/> before the call.</summary>
    /// <param name="key">The key.</param>
    /// <param name="ticks">When it is told.</param>
    /// <param name="begins">Whether the key means it from then on; else it meant it up to then.</param>
    public void Add(ulong key, long ticks, bool begins)
    {
        ref int last = ref CollectionsMarshal.GetValueRefOrAddDefault(_last, key, out bool isKnown);
        _told.Add(new Told(ticks, begins, isKnown ? last : -1));
        last = _told.Count - 1;
        if (_sorted.Count > 0)
            _sorted.Remove(key);
    }

    /// <summary>Whether the last two tellings of a key are of one kind, and another one of it would be the third, each later than the one before.</summary>
    /// <param name="key">The key.</param>
    /// <param name="ticks">Time of the third.</param>
    /// <param name="begins">Its kind.</param>
    /// <param name="last">Number of the last one.</param>
    /// <param name="before">Number of the one before that.</param>
    public bool IsThird(ulong key, long ticks, bool begins, out int last, out int before)
    {
        before = -1;
        if (!_last.TryGetValue(key, out last) || (before = _told[last].Before) < 0)
            return false;
        return _told[last].Begins == begins && _told[before].Begins == begins
            && _told[before].Ticks <= _told[last].Ticks && _told[last].Ticks <= ticks;
    }

    /// <summary>What was told last of a key was told later, too: the time between two tellings of the same is that of one meaning.</summary>
    /// <param name="key">The key.</param>
    /// <param name="ticks">When.</param>
    public void Extend(ulong key, long ticks)
    {
        int last = _last[key];
        _told[last] = _told[last] with { Ticks = ticks };
        _sorted.Remove(key);
    }

    /// <summary>Whether a telling begins a meaning.</summary>
    public bool Begins(int number) => _told[number].Begins;

    /// <summary>
    /// The latest beginning of a key up to a time, before the first end from then on; else that end, else what was told last. -1 where nothing
    /// was told.
    /// </summary>
    public int Meant(ulong key, long ticks)
    {
        if (!_last.TryGetValue(key, out int only) || _told[only].Before < 0)
            return _last.GetValueOrDefault(key, -1);
        Sorted all = SortedOf(key, only);
        int count = all.Numbers.Length, from = all.CountBefore(ticks), upTo = all.CountUpTo(ticks);
        int end = from < count ? all.EndFrom[from] : count;
        int known = Math.Min(end, upTo);
        int begin = known > 0 ? all.BeginUpTo[known - 1] : -1;
        return all.Numbers[begin >= 0 ? begin : Math.Min(end, count - 1)];
    }

    /// <summary>The last telling of a key up to a time, and the first one behind it; -1 for none.</summary>
    public (int Before, int Behind) Around(ulong key, long ticks)
    {
        if (!_last.TryGetValue(key, out int last))
            return (-1, -1);
        if (_told[last].Before < 0)
            return _told[last].Ticks <= ticks ? (last, -1) : (-1, last);
        Sorted all = SortedOf(key, last);
        int upTo = all.CountUpTo(ticks);
        // Of several at one time the last one counts.
        int behind = upTo < all.Numbers.Length ? all.Numbers[all.CountUpTo(all.Ticks[upTo]) - 1] : -1;
        return (upTo > 0 ? all.Numbers[upTo - 1] : -1, behind);
    }

    private Sorted SortedOf(ulong key, int last)
    {
        if (_sorted.TryGetValue(key, out Sorted? known))
            return known;
        List<int> numbers = [];
        for (int next = last; next >= 0; next = _told[next].Before)
            numbers.Add(next);
        numbers.Sort((one, other) => (_told[one].Ticks, one).CompareTo((_told[other].Ticks, other)));
        Sorted made = new([.. numbers], _told);
        _sorted.Add(key, made);
        return made;
    }

    private readonly record struct Told(long Ticks, bool Begins, int Before);

    // All of a key in the order of time.
    private sealed class Sorted
    {
        public Sorted(int[] numbers, List<Told> told)
        {
            (Numbers, Ticks, EndFrom, BeginUpTo) = (numbers, new long[numbers.Length], new int[numbers.Length], new int[numbers.Length]);
            int begin = -1, end = numbers.Length;
            for (int i = 0; i < numbers.Length; i++)
            {
                Ticks[i] = told[numbers[i]].Ticks;
                BeginUpTo[i] = begin = told[numbers[i]].Begins ? i : begin;
            }

            for (int i = numbers.Length - 1; i >= 0; i--)
                EndFrom[i] = end = told[numbers[i]].Begins ? end : i;
        }

        public int[] Numbers { get; }

        public long[] Ticks { get; }

        /// <summary>The first end from each place on; the count of all for none.</summary>
        public int[] EndFrom { get; }

        /// <summary>The last beginning up to each place; -1 for none.</summary>
        public int[] BeginUpTo { get; }

        public int CountUpTo(long ticks) => ticks == long.MaxValue ? Ticks.Length : CountBefore(ticks + 1);

        public int CountBefore(long ticks)
        {
            int low = 0, high = Ticks.Length;
            while (low < high)
            {
                int middle = (low + high) / 2;
                if (Ticks[middle] < ticks)
                    low = middle + 1;
                else
                    high = middle;
            }

            return low;
        }
    }
}
