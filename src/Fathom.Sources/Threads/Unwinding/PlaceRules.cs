using System.Runtime.InteropServices;

namespace Fathom.Sources.Threads.Unwinding;

/// <summary>
/// Rules of places that were worked out, of all files of a process or trace: stacks have few different places but the innermost one.
/// They are forgotten when there are many, so that a program with very many files takes no more memory than another one.
/// </summary>
internal sealed class PlaceRules
{
    // 200 bytes each.
    private const int MostPlaces = 1 << 16;

    private readonly Dictionary<(IFrameTable Table, ulong Place), (bool IsTold, CallFrameState Rules)> _known = [];

    /// <summary>Places that are known now.</summary>
    public int Count => _known.Count;

    /// <summary>The rules of a place where a call stands, worked out once.</summary>
    /// <param name="table">What works them out.</param>
    /// <param name="place">The place in it.</param>
    /// <param name="rules">The rules.</param>
    /// <returns>False where they are not told.</returns>
    public bool TryFind(IFrameTable table, ulong place, out CallFrameState rules)
    {
        if (_known.Count >= MostPlaces)
            _known.Clear();
        ref (bool IsTold, CallFrameState Rules) known = ref CollectionsMarshal.GetValueRefOrAddDefault(_known, (table, place), out bool isKnown);
        if (!isKnown)
            known.IsTold = table.TryWorkOut(place, isInnermost: false, [], out known.Rules);
        (bool isTold, rules) = known;
        return isTold;
    }

    /// <summary>Forgets all.</summary>
    public void Clear() => _known.Clear();
}
