using Fathom.Model.Scheduling;
using Fathom.Storage.Ingest;

namespace Fathom.Storage.Stacks;

/// <summary>Waits that come in any order, handed over one process after the other, each in the order of their begin.</summary>
/// <param name="count">How many come as a rule.</param>
internal sealed class WaitOrder(int count)
{
    private const ulong SignBit = 1UL << 63;
    private StackWait[] _waits = new StackWait[count];
    private int _count;

    /// <summary>Adds one.</summary>
    public void Add(StackWait wait)
    {
        // A wait may have been told twice.
        if (_count == _waits.Length)
            Array.Resize(ref _waits, Math.Max(16, _count * 2));
        _waits[_count++] = wait;
    }

    /// <summary>Hands all of them over.</summary>
    public void Hand(Action<StackWait> take)
    {
        using NativeScratch<ulong> room = new();
        using NativeScratch<uint> places = new();
        using RadixSort sort = new();
        Span<ulong> keys = room.Take(_count);
        Span<uint> order = places.Take(_count);
        for (int i = 0; i < _count; i++)
            (order[i], keys[i]) = ((uint)i, (ulong)_waits[i].StartNs ^ SignBit);
        sort.Sort(keys, order);
        // Those of one process stay in the order of their begin.
        for (int i = 0; i < _count; i++)
            keys[i] = _waits[(int)order[i]].ProcessId;
        sort.Sort(keys, order);
        foreach (uint place in order)
            take(_waits[(int)place]);
    }
}
