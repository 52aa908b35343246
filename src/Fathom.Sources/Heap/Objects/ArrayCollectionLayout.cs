using Fathom.Sources.Targets.Reading;
using Microsoft.Diagnostics.Runtime;

namespace Fathom.Sources.Heap.Objects;

/// <summary>List, Queue and Stack: an array and a number of elements in it.</summary>
internal sealed class ArrayCollectionLayout : CollectionLayout
{
    private readonly int _array;
    private readonly int _size;
    private readonly int _head;

    public ArrayCollectionLayout(CollectionKind kind, ClrType type, ITargetMemory memory, ArrayReader arrays)
        : base(kind, type, memory, arrays)
    {
        _array = OffsetOf(type, kind == CollectionKind.List ? "_items" : "_array");
        _size = OffsetOf(type, "_size");
        _head = kind == CollectionKind.Queue ? OffsetOf(type, "_head") : 0;
    }

    public override string? TryRead(ulong address, out CollectionFacts facts)
    {
        facts = default;
        if (!Memory.TryRead(address + (ulong)_size, out int count))
            return Unreadable;
        bool isArray = Arrays.TryRead(address + (ulong)_array, out ArrayFacts array);
        facts = new CollectionFacts(count, array.Length, array);
        if (!isArray)
            return NoArray;
        return count < 0 || count > array.Length ? $"its count is {count}, and its array has {array.Length} elements" : null;
    }

    public override string? List(ulong address, int skip, int take, List<CollectionEntry> entries)
    {
        if (TryRead(address, out CollectionFacts facts) is { } trouble)
            return trouble;
        int head = 0;
        if (Kind == CollectionKind.Queue && (!Memory.TryRead(address + (ulong)_head, out head) || (uint)head > (uint)facts.Capacity))
            return $"its head is {head}, and its array has {facts.Capacity} elements";
        int end = (int)Math.Min(facts.Count, (long)skip + take);
        for (int i = skip; i < end; i++)
            entries.Add(new CollectionEntry(i, default, facts.Backing[Place(i, head, facts)]));
        return null;
    }

    // A queue goes round its array; a stack is enumerated from its top.
    private int Place(int index, int head, in CollectionFacts facts) => Kind switch
    {
        CollectionKind.Queue => (int)(((long)head + index) % facts.Capacity),
        CollectionKind.Stack => facts.Count - 1 - index,
        _ => index,
    };
}
