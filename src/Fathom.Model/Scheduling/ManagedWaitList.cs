namespace Fathom.Model.Scheduling;

/// <summary>The spans of a thread, sorted when they are first looked at.</summary>
internal sealed class ManagedWaitList
{
    private readonly List<ManagedWait> _waits = [];
    private int[]? _later;

    /// <summary>Adds a span.</summary>
    public void Add(in ManagedWait wait)
    {
        _waits.Add(wait);
        _later = null;
    }

    /// <summary>
    /// The span with the last begin that holds all of a time; null for none. Who waits for a lock does so on a handle that the runtime has for it: then it is the contention.
    /// </summary>
    public ManagedWait? Around(long startNs, long endNs)
    {
        _later ??= Sort();
        int low = 0, high = _waits.Count;
        while (low < high)
        {
            int middle = (low + high) / 2;
            if (_waits[middle].StartNs <= startNs)
                low = middle + 1;
            else
                high = middle;
        }

        ManagedWait? inner = null;
        for (int at = low - 1; at >= 0; at = _later[at])
        {
            if (_waits[at].EndNs < endNs)
                continue;
            if (_waits[at].Kind == ManagedWaitKind.Contention)
                return _waits[at];
            if (inner is not null)
                break;
            inner = _waits[at];
        }

        return inner;
    }

    // For each span the nearest one before it that ends later: all between them end too early where it does.
    private int[] Sort()
    {
        _waits.Sort(static (a, b) => (a.StartNs, b.EndNs).CompareTo((b.StartNs, a.EndNs)));
        int[] later = new int[_waits.Count];
        for (int i = 0; i < later.Length; i++)
        {
            int before = i - 1;
            while (before >= 0 && _waits[before].EndNs <= _waits[i].EndNs)
                before = later[before];
            later[i] = before;
        }

        return later;
    }
}
