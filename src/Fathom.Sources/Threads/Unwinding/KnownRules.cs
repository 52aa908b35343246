namespace Fathom.Sources.Threads.Unwinding;

/// <summary>The rules of places that were worked out. Stacks come from few different calls, and the rules of a call are those of its place.</summary>
internal sealed class KnownRules
{
    // 190 bytes each.
    private const int MostPlaces = 8192;

    private readonly Dictionary<ulong, (bool IsTold, CallFrameState Rules)> _known = [];

    /// <summary>What is known of a place.</summary>
    /// <param name="place">The place.</param>
    /// <param name="isTold">Whether there are rules.</param>
    /// <param name="rules">The rules.</param>
    /// <returns>False where it was not worked out yet.</returns>
    public bool TryGet(ulong place, out bool isTold, out CallFrameState rules)
    {
        bool isKnown = _known.TryGetValue(place, out (bool IsTold, CallFrameState Rules) known);
        (isTold, rules) = known;
        return isKnown;
    }

    /// <summary>Keeps what was worked out.</summary>
    public void Add(ulong place, bool isTold, in CallFrameState rules)
    {
        if (_known.Count >= MostPlaces)
            _known.Clear();
        _known[place] = (isTold, rules);
    }

    /// <summary>Forgets all.</summary>
    public void Clear() => _known.Clear();
}
