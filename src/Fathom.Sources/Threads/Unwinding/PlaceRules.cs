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

    /// <summary>The rules of a place; valid until the next one is asked for.</summary>
    /// <param name="table">What tells them.</param>
    /// <param name="place">The place in it.</param>
    /// <param name="isKnown">Whether they were worked out.</param>
    public ref (bool IsTold, CallFrameState Rules) Of(IFrameTable table, ulong place, out bool isKnown)
    {
        if (_known.Count >= MostPlaces)
            _known.Clear();
        return ref CollectionsMarshal.GetValueRefOrAddDefault(_known, (table, place), out isKnown)!;
    }

    /// <summary>Forgets all.</summary>
    public void Clear() => _known.Clear();
}
