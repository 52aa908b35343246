namespace Fathom.Sources.Traces.Universal;

/// <summary>The symbols of a mapping by their addresses. Where one lies in another the inner one counts; of two with one begin, that which was told last.</summary>
internal sealed class SymbolRanges
{
    // What begins before an address and reaches it is near; a trace that says otherwise is damaged.
    private const int MostSteps = 1_000;

    private readonly List<(ulong Start, ulong End, string Name)> _told = [];
    private (ulong Start, ulong End, string Name)[]? _sorted;
    private ulong[] _ends = [];

    /// <summary>Symbols.</summary>
    public int Count => _told.Count;

    /// <summary>Adds a symbol.</summary>
    /// <param name="start">First address.</param>
    /// <param name="end">Last address.</param>
    /// <param name="name">Its name.</param>
    public void Add(ulong start, ulong end, string name)
    {
        _told.Add((start, end, name));
        _sorted = null;
    }

    /// <summary>Those of several lists.</summary>
    public static SymbolRanges Of(IEnumerable<SymbolRanges> lists)
    {
        SymbolRanges all = new();
        foreach (SymbolRanges list in lists)
            all._told.AddRange(list._told);
        return all;
    }

    /// <summary>The symbol that covers an address; null for none.</summary>
    public (string Name, ulong Start)? Find(ulong address)
    {
        (ulong Start, ulong End, string Name)[] sorted = _sorted ?? Sort();
        int at = LastFrom(sorted, address);
        for (int steps = 0; at >= 0 && _ends[at] >= address && steps < MostSteps; at--, steps++)
        {
            if (sorted[at].End >= address)
                return (sorted[at].Name, sorted[at].Start);
        }

        return null;
    }

    private static int LastFrom((ulong Start, ulong End, string Name)[] sorted, ulong address)
    {
        int low = 0, high = sorted.Length;
        while (low < high)
        {
            int middle = (low + high) / 2;
            if (sorted[middle].Start <= address)
                low = middle + 1;
            else
                high = middle;
        }

        return low - 1;
    }

    // The sort is stable, so what was told last stands behind. Each entry knows the farthest end up to it.
    private (ulong Start, ulong End, string Name)[] Sort()
    {
        _sorted = [.. _told.OrderBy(static symbol => symbol.Start)];
        _ends = new ulong[_sorted.Length];
        ulong end = 0;
        for (int i = 0; i < _sorted.Length; i++)
            _ends[i] = end = Math.Max(end, _sorted[i].End);
        return _sorted;
    }
}
