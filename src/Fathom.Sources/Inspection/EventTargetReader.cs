using System.Runtime.InteropServices;
using Fathom.Sources.Heap;
using Fathom.Sources.Objects;
using Fathom.Sources.Target;
using Microsoft.Diagnostics.Runtime;

namespace Fathom.Sources.Inspection;

/// <summary>Tells whom delegates with many targets call.</summary>
/// <param name="heap">Names the types.</param>
/// <param name="memory">The target's memory.</param>
/// <param name="due">Signalled when the target must run again.</param>
internal sealed class EventTargetReader(ClrHeap heap, ITargetMemory memory, CancellationToken due)
{
    private const int MaxShown = 64;

    // Enough to tell the type of the many.
    private const int MaxTargetsRead = 10_000;
    private const int ListHead = 16;

    /// <summary>Reads the targets of the delegates with most of them.</summary>
    public List<EventTargets> Read(IReadOnlyList<DelegateCandidate> candidates)
    {
        List<EventTargets> found = [];
        HashSet<ulong> firstTargets = [];
        foreach (DelegateCandidate candidate in candidates.OrderByDescending(static candidate => candidate.Count).ThenBy(static candidate => candidate.Address))
        {
            due.ThrowIfCancellationRequested();
            if (found.Count == MaxShown)
                break;
            ulong[]? targets = Delegates(candidate);
            // Adding to an event copies its delegate. Copies with fewer targets that are not collected yet begin with the same delegate.
            if (targets is not null && firstTargets.Add(targets[0]))
                found.Add(WithTargets(candidate, targets));
        }

        return found;
    }

    private ulong[]? Delegates(DelegateCandidate candidate)
    {
        Span<byte> head = stackalloc byte[ListHead];
        if (memory.Read(candidate.List, head) < ListHead)
            return null;
        ulong table = MemoryMarshal.Read<ulong>(head) & ~HeapLayout.PointerBits;
        uint length = MemoryMarshal.Read<uint>(head[HeapLayout.ComponentCountOffset..]);
        bool isList = heap.GetTypeByMethodTable(table)?.Name == "System.Object[]" && length >= candidate.Count;
        if (!isList)
            return null;
        ulong[] delegates = new ulong[Math.Min(candidate.Count, MaxTargetsRead)];
        Span<byte> bytes = MemoryMarshal.AsBytes(delegates.AsSpan());
        return memory.Read(candidate.List + ListHead, bytes) == bytes.Length && delegates[0] != 0 ? delegates : null;
    }

    private EventTargets WithTargets(DelegateCandidate candidate, ulong[] delegates)
    {
        int targetOffset = heap.GetObjectType(delegates[0]) is { } type ? TypeInspector.Offset(type, "_target") : -1;
        Dictionary<ulong, long> counts = [];
        foreach (ulong one in delegates)
        {
            due.ThrowIfCancellationRequested();
            // The target of a static method is its delegate itself.
            if (targetOffset >= 0 && memory.TryRead(one + (ulong)targetOffset, out ulong target) && target != 0 && memory.TryRead(target, out ulong table))
                CollectionsMarshal.GetValueRefOrAddDefault(counts, target == one ? 0 : table & ~HeapLayout.PointerBits, out _)++;
        }

        (ulong most, long count) = counts.OrderByDescending(static entry => entry.Value).ThenBy(static entry => entry.Key)
            .Select(static entry => (entry.Key, entry.Value)).FirstOrDefault();
        string? name = most == 0 ? null : heap.GetTypeByMethodTable(most)?.Name;
        // Of a very long list a part was read; its share stands for all.
        long all = delegates.Length == candidate.Count ? count : count * candidate.Count / delegates.Length;
        return new EventTargets(candidate, name, all);
    }
}
