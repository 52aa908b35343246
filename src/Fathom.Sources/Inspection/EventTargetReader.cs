using System.Runtime.InteropServices;
using Fathom.Sources.Heap.Layout;
using Fathom.Sources.Heap.Objects;
using Fathom.Sources.Heap.Walking;
using Fathom.Sources.Targets.Reading;
using Microsoft.Diagnostics.Runtime;

namespace Fathom.Sources.Inspection;

/// <summary>Tells whom the living among the delegates with many targets call, and who holds them.</summary>
/// <param name="heap">Names the types.</param>
/// <param name="memory">The target's memory.</param>
/// <param name="due">Time is up: ends it with <see cref="OperationCanceledException"/>.</param>
/// <remarks>
/// Delegates never change: adding to an event makes a copy with one target more, and the ones before lie dead on the heap until the collector comes. Only
/// what a root reaches is judged.
/// </remarks>
internal sealed class EventTargetReader(ClrHeap heap, ITargetMemory memory, CancellationToken due)
{
    private const int MaxShown = 64;

    // Enough to tell the type of the many.
    private const int MaxTargetsRead = 10_000;
    private const int ListHead = 16;

    /// <summary>Delegates of which it is not known whether they are alive, because references of the heap could not be read.</summary>
    public long UnknownCount { get; private set; }

    /// <summary>Reads the targets of the living delegates with most of them.</summary>
    /// <param name="candidates">Delegates, dead and alive.</param>
    /// <param name="graph">The references of the heap.</param>
    public List<EventTargets> Read(IReadOnlyList<DelegateCandidate> candidates, LiveHeap graph)
    {
        List<EventTargets> found = [];
        HashSet<ulong> firstTargets = [];
        IReadOnlyDictionary<ulong, DelegateHolders> alive = graph.HoldersOf(candidates.Select(static candidate => candidate.Address), due);
        foreach (DelegateCandidate candidate in candidates.OrderByDescending(static candidate => candidate.Count).ThenBy(static candidate => candidate.Address))
        {
            due.ThrowIfCancellationRequested();
            if (found.Count == MaxShown)
                break;
            if (!alive.TryGetValue(candidate.Address, out DelegateHolders? holders))
            {
                UnknownCount += graph.IsWhole ? 0 : 1;
                continue;
            }

            if (Delegates(candidate) is not { } targets)
                continue;
            DelegateOwner? owner = OwnerOf(candidate.Address, holders);
            // While an event is raised or changed, a copy that begins with the same delegate is held by a local variable.
            if (firstTargets.Add(targets[0]) || owner is not null)
                found.Add(WithTargets(candidate, targets, owner));
        }

        return found;
    }

    private DelegateOwner? OwnerOf(ulong address, DelegateHolders holders)
    {
        if (holders.StaticField is { } name && name.LastIndexOf('.') is > 0 and var dot)
            return new DelegateOwner(name[..dot], name[(dot + 1)..], true);
        foreach (ulong holder in holders.Objects)
        {
            if (heap.GetObjectType(holder) is { IsArray: false } type && !DelegateInspector.IsDelegate(type) && HeldFields.NameOf(type, holder, address, memory) is { } field)
                return new DelegateOwner(type.Name ?? "(unnamed type)", field, false);
        }

        return null;
    }

    private ulong[]? Delegates(DelegateCandidate candidate)
    {
        Span<byte> head = stackalloc byte[ListHead];
        if (memory.Read(candidate.List, head) < ListHead)
            return null;
        ulong table = MemoryMarshal.Read<ulong>(head) & ~HeapLayout.PointerBits;
        uint length = MemoryMarshal.Read<uint>(head[HeapLayout.ComponentCountOffset..]);
        // From .NET 11 on each delegate of the list is in a struct with this one field.
        bool isList = heap.GetTypeByMethodTable(table) is { Name: "System.Object[]" or "System.Delegate+Wrapper[]", ComponentSize: sizeof(ulong) } && length >= candidate.Count;
        if (!isList)
            return null;
        ulong[] delegates = new ulong[Math.Min(candidate.Count, MaxTargetsRead)];
        Span<byte> bytes = MemoryMarshal.AsBytes(delegates.AsSpan());
        return memory.Read(candidate.List + ListHead, bytes) == bytes.Length && delegates[0] != 0 ? delegates : null;
    }

    private EventTargets WithTargets(DelegateCandidate candidate, ulong[] delegates, DelegateOwner? owner)
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
        return new EventTargets(candidate, name, all) { Owner = owner };
    }
}
