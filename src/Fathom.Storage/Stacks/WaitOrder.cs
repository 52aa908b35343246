using Fathom.Model.Scheduling;
using Fathom.Storage.Ingest;

namespace Fathom.Storage.Stacks;

/// <summary>Waits that come in any order, handed over one process after the other, each in the order of their begin. They lie in blocks, which are never copied.</summary>
internal sealed class WaitOrder
{
    private const int BlockBits = 14;
    private const int BlockWaits = 1 << BlockBits;
    private const ulong SignBit = 1UL << 63;

    private readonly List<StackWait[]> _blocks = [];

    /// <summary>How many came.</summary>
    public int Count { get; private set; }

    /// <summary>Adds one.</summary>
    public void Add(StackWait wait)
    {
        int at = Count++ & (BlockWaits - 1);
        if (at == 0)
            _blocks.Add(GC.AllocateUninitializedArray<StackWait>(BlockWaits));
        _blocks[^1][at] = wait;
    }

    /// <summary>Hands all of them over.</summary>
    public void Hand(Action<StackWait> take)
    {
        using NativeScratch<ulong> room = new();
        using NativeScratch<uint> places = new();
        using RadixSort sort = new();
        Span<ulong> keys = room.Take(Count);
        Span<uint> order = places.Take(Count);
        for (int i = 0; i < Count; i++)
            (order[i], keys[i]) = ((uint)i, (ulong)At(i).StartNs ^ SignBit);
        sort.Sort(keys, order);
        // Those of one process stay in the order of their begin.
        for (int i = 0; i < Count; i++)
            keys[i] = At((int)order[i]).ProcessId;
        sort.Sort(keys, order);
        foreach (uint place in order)
            take(At((int)place));
    }

    /// <summary>Changes the processes, and forgets waits of those that are not known.</summary>
    /// <param name="known">The process of what stood in its place.</param>
    public void Place(IReadOnlyDictionary<uint, uint> known)
    {
        int kept = 0;
        for (int i = 0; i < Count; i++)
        {
            ref StackWait wait = ref At(i);
            if (known.TryGetValue(wait.ProcessId, out uint process))
                At(kept++) = wait with { ProcessId = process };
        }

        Count = kept;
    }

    private ref StackWait At(int index) => ref _blocks[index >> BlockBits][index & (BlockWaits - 1)];
}
