namespace Fathom.Formats.PerfData.Ordering;

/// <summary>Puts records into the order of time. Those of one time keep the order in which they came.</summary>
/// <remarks>
/// <para>perf reads one buffer per processor after the other and writes a mark when it went round once. In a buffer records are in order, so they come as a few runs
/// in each round. What comes in a round cannot be older than the newest record of the round before the last, because that was written
/// before the round began; so at the end of each round everything up to the newest record of the round before it may go.</para>
/// <para>The runs are merged two at a time, neighbours only, which keeps the order of equal times and costs little where runs are few.</para>
/// </remarks>
internal sealed class RecordWindow
{
    private const int FirstRoom = 4096;

    private readonly List<int> _starts = [];
    private WindowEntry[] _entries = new WindowEntry[FirstRoom];
    private WindowEntry[] _merged = new WindowEntry[FirstRoom];
    private ulong _lastNs;
    private ulong _roundNs;
    private ulong _limitNs;

    /// <summary>Records that wait.</summary>
    public int Count { get; private set; }

    /// <summary>Adds a record.</summary>
    public void Add(WindowEntry entry)
    {
        if (Count == _entries.Length)
            Array.Resize(ref _entries, Count * 2);
        if (Count == 0 || entry.TimeNs < _lastNs)
            _starts.Add(Count);
        _entries[Count++] = entry;
        _lastNs = entry.TimeNs;
        if (entry.TimeNs > _roundNs)
            _roundNs = entry.TimeNs;
    }

    /// <summary>A round ended.</summary>
    /// <returns>Records that may go now, in order; <see cref="Drop"/> takes them out.</returns>
    public ReadOnlySpan<WindowEntry> EndRound()
    {
        ulong limit = _limitNs;
        _limitNs = _roundNs;
        if (Count == 0)
            return default;
        Merge();
        int count = UpTo(limit);
        return _entries.AsSpan(0, count);
    }

    /// <summary>The oldest records, and those of the same time, in order; <see cref="Drop"/> takes them out.</summary>
    /// <param name="count">How many at least.</param>
    public ReadOnlySpan<WindowEntry> Oldest(int count)
    {
        if (Count == 0)
            return default;
        Merge();
        return _entries.AsSpan(0, UpTo(_entries[Math.Clamp(count, 1, Count) - 1].TimeNs));
    }

    /// <summary>Takes out the first records.</summary>
    public void Drop(int count)
    {
        Count -= count;
        _entries.AsSpan(count, Count).CopyTo(_entries);
        _starts.Clear();
        if (Count == 0)
            return;
        _starts.Add(0);
        _lastNs = _entries[Count - 1].TimeNs;
    }

    private int UpTo(ulong limitNs)
    {
        int low = 0, high = Count;
        while (low < high)
        {
            int middle = (low + high) >>> 1;
            if (_entries[middle].TimeNs <= limitNs)
                low = middle + 1;
            else
                high = middle;
        }

        return low;
    }

    private void Merge()
    {
        while (_starts.Count > 1)
        {
            if (_merged.Length < Count)
                _merged = new WindowEntry[_entries.Length];
            int kept = 0;
            for (int run = 0; run < _starts.Count; run += 2)
            {
                int start = _starts[run];
                int middle = run + 1 < _starts.Count ? _starts[run + 1] : Count;
                int end = run + 2 < _starts.Count ? _starts[run + 2] : Count;
                MergeTwo(_entries.AsSpan(start, middle - start), _entries.AsSpan(middle, end - middle), _merged.AsSpan(start, end - start));
                _starts[kept++] = start;
            }

            _starts.RemoveRange(kept, _starts.Count - kept);
            (_entries, _merged) = (_merged, _entries);
        }

        _lastNs = _entries[Count - 1].TimeNs;
    }

    private static void MergeTwo(ReadOnlySpan<WindowEntry> left, ReadOnlySpan<WindowEntry> right, Span<WindowEntry> into)
    {
        int at = 0;
        while (!left.IsEmpty && !right.IsEmpty)
        {
            if (right[0].TimeNs < left[0].TimeNs)
            {
                into[at++] = right[0];
                right = right[1..];
            }
            else
            {
                into[at++] = left[0];
                left = left[1..];
            }
        }

        left.CopyTo(into[at..]);
        right.CopyTo(into[at..]);
    }
}
