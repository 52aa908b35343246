namespace Fathom.Model.Profiles;

/// <summary>Which addresses belong to which method. Code that is thrown away may leave its place to other code: then the time tells which it was.</summary>
public sealed class MethodRanges
{
    private readonly List<(ulong Start, uint Size, long LoadedNs, int Name)> _ranges = [];
    private readonly List<TracedMethod> _names = [];
    private readonly Dictionary<TracedMethod, int> _numbers = [];
    private bool _isSorted;
    private uint _largest;

    /// <summary>Adds the code of a method.</summary>
    /// <param name="method">The method.</param>
    /// <param name="start">Its first address.</param>
    /// <param name="size">Bytes of code.</param>
    /// <param name="loadedNs">When it came there; 0 where that was before anything else.</param>
    public void Add(TracedMethod method, ulong start, uint size, long loadedNs)
    {
        if (size == 0)
            return;
        if (!_numbers.TryGetValue(method, out int name))
        {
            name = _names.Count;
            _numbers.Add(method, name);
            _names.Add(method);
        }

        _ranges.Add((start, size, loadedNs, name));
        _largest = Math.Max(_largest, size);
        _isSorted = false;
    }

    /// <summary>The method that had code at an address; null where none is known.</summary>
    /// <param name="address">The address.</param>
    /// <param name="ns">When, nanoseconds.</param>
    public TracedMethod? Find(ulong address, long ns)
    {
        if (!_isSorted)
        {
            _ranges.Sort(static (a, b) => a.Start != b.Start ? a.Start.CompareTo(b.Start) : a.LoadedNs.CompareTo(b.LoadedNs));
            _isSorted = true;
        }

        // Of those that hold the address the last that was there then; the end of a session names all with the same time, which is later than any sample.
        (int best, long bestNs) = (-1, long.MinValue);
        for (int i = Last(address); i >= 0 && address - _ranges[i].Start < _largest; i--)
        {
            var range = _ranges[i];
            if (address - range.Start < range.Size && range.LoadedNs <= ns && range.LoadedNs > bestNs)
                (best, bestNs) = (range.Name, range.LoadedNs);
        }

        return best < 0 ? null : _names[best];
    }

    // Index of the last range that begins at or before an address; -1 for none.
    private int Last(ulong address)
    {
        int low = 0, high = _ranges.Count - 1;
        while (low <= high)
        {
            int middle = (low + high) / 2;
            if (_ranges[middle].Start <= address)
                low = middle + 1;
            else
                high = middle - 1;
        }

        return high;
    }
}
