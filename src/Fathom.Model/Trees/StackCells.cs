using System.Runtime.InteropServices;

namespace Fathom.Model.Trees;

/// <summary>
/// Sums by stack, thread and slice of time, of which it keeps a limited number. Where there would be more, threads with little are put together,
/// and then two slices become one, again and again.
/// </summary>
/// <param name="firstNs">Where the first slice begins; a multiple of <paramref name="sliceNs"/>.</param>
/// <param name="toNs">Where the last one ends.</param>
/// <param name="sliceNs">How long a slice is at first.</param>
/// <param name="most">How many sums are kept, as long as there is more than one slice.</param>
/// <param name="restOf">The thread that a thread with little is put to; null where threads stay apart.</param>
public sealed class StackCells(long firstNs, long toNs, long sliceNs, int most, Func<int, int>? restOf = null)
{
    // When is asked for more often than who.
    private const int ThreadsApart = 16;

    private HashSet<int>? _apart;
    private Dictionary<StackPlace, (double Weight, long Count)> _sums = [];
    private long _sliceNs = sliceNs;

    /// <summary>How long a slice is now.</summary>
    public long SliceNs => _sliceNs;

    private int Last => Slice(Math.Max(toNs - 1, firstNs));

    /// <summary>Adds what was measured at one time; what lies outside counts at the edge.</summary>
    public void Add(int stack, int thread, long atNs, double weight, long count) =>
        AddTo(new(stack, thread, Math.Clamp(Slice(atNs), 0, Last)), weight, count);

    /// <summary>Adds what lasted: a weight in nanoseconds, shared among the slices that it lies in.</summary>
    public void AddSpan(int stack, int thread, long startNs, long durationNs, long count)
    {
        long at = Math.Clamp(startNs, firstNs, Math.Max(firstNs, toNs - 1)), left = durationNs;
        do
        {
            int slice = Math.Min(Slice(at), Last);
            // The last slice takes all that is left: nothing is lost where clocks differ.
            long end = slice == Last ? long.MaxValue : Begin() + ((slice + 1L) * _sliceNs);
            long part = end - at >= left ? left : end - at;
            AddTo(new(stack, thread, slice), part, count);
            (at, left, count) = (at + part, left - part, 0);
        }
        while (left > 0);
    }

    /// <summary>The sums, by slice, stack and thread.</summary>
    public StackCell[] InOrder()
    {
        StackCell[] cells = new StackCell[_sums.Count];
        int at = 0;
        foreach (((int stack, int thread, int slice), (double weight, long count)) in _sums)
            cells[at++] = new StackCell(stack, thread, slice, weight, count);
        Array.Sort(cells, static (left, right) =>
            left.Slice != right.Slice ? left.Slice.CompareTo(right.Slice)
            : left.Stack != right.Stack ? left.Stack.CompareTo(right.Stack)
            : left.Thread.CompareTo(right.Thread));
        return cells;
    }

    // Slices are counted from a multiple of their length, so that two neighbours always become one.
    private long Begin() => firstNs / _sliceNs * _sliceNs;

    private int Slice(long atNs) => (int)((Math.Max(atNs, 0) / _sliceNs) - (firstNs / _sliceNs));

    private void AddTo(StackPlace key, double weight, long count)
    {
        if (_apart is not null && !_apart.Contains(key.Thread))
            key = key with { Thread = restOf!(key.Thread) };
        ref (double Weight, long Count) sum = ref CollectionsMarshal.GetValueRefOrAddDefault(_sums, key, out _);
        sum = (sum.Weight + weight, sum.Count + count);
        if (_sums.Count <= most)
            return;
        if (restOf is not null && _apart is null)
            PutTogether();
        else if (Last > 0)
            Join();
    }

    private void PutTogether()
    {
        Dictionary<int, double> threads = [];
        foreach (((_, int thread, _), (double weight, long count)) in _sums)
            threads[thread] = threads.GetValueOrDefault(thread) + (weight > 0 ? weight : count);
        IEnumerable<int> order = threads.OrderByDescending(static one => one.Value).ThenBy(static one => one.Key).Select(static one => one.Key);
        _apart = [.. order.Take(ThreadsApart)];
        foreach (int rest in threads.Keys.Where(thread => !_apart.Contains(thread)).Select(restOf!).ToArray())
            _apart.Add(rest);
        Rekey(key => _apart.Contains(key.Thread) ? key : key with { Thread = restOf!(key.Thread) });
    }

    private void Join()
    {
        long first = firstNs / _sliceNs, firstAfter = firstNs / (_sliceNs * 2);
        _sliceNs *= 2;
        Rekey(key => key with { Slice = (int)(((key.Slice + first) / 2) - firstAfter) });
    }

    private void Rekey(Func<StackPlace, StackPlace> change)
    {
        Dictionary<StackPlace, (double Weight, long Count)> joined = [];
        foreach ((StackPlace place, (double weight, long count)) in _sums)
        {
            StackPlace key = change(place);
            ref (double Weight, long Count) sum = ref CollectionsMarshal.GetValueRefOrAddDefault(joined, key, out _);
            sum = (sum.Weight + weight, sum.Count + count);
        }

        _sums = joined;
    }

    private readonly record struct StackPlace(int Stack, int Thread, int Slice);
}
