using Fathom.Sources.Targets.Reading;
using Microsoft.Diagnostics.Runtime;

namespace Fathom.Sources.Heap.Objects;

/// <summary>SortedSet and SortedDictionary, which keeps its pairs in such a set: a red-black tree of node objects.</summary>
internal sealed class SortedLayout : CollectionLayout
{
    // A red-black tree of 2^31 elements is at most twice as deep as a full one. What is deeper goes in a circle.
    private const int MaxDepth = 64;

    private readonly int _set;
    private (ulong MethodTable, int Root, int Count) _setShape;
    private (ulong MethodTable, int Item, ValueShape Shape, int Left, int Right) _node;

    public SortedLayout(CollectionKind kind, ClrType type, ITargetMemory memory, ArrayReader arrays)
        : base(kind, type, memory, arrays)
        => _set = kind == CollectionKind.SortedDictionary ? OffsetOf(type, "_set") : -1;

    public override string? TryRead(ulong address, out CollectionFacts facts) => TryRead(address, out facts, out _);

    public override string? List(ulong address, int skip, int take, List<CollectionEntry> entries)
    {
        if (TryRead(address, out CollectionFacts facts, out ulong node) is { } trouble)
            return trouble;
        Stack<ulong> path = new(MaxDepth);
        for (int index = 0; index - skip < take && (node != 0 || path.Count > 0); index++)
        {
            for (; node != 0; node = Link(node, _node.Left))
            {
                if (path.Count == MaxDepth || !TryLearnNode(node))
                    return "its tree is inconsistent";
                path.Push(node);
            }

            if (index == facts.Count)
                return $"its tree holds more than the {facts.Count} elements that it counts";
            node = path.Pop();
            if (index >= skip)
                entries.Add(Entry(index, node));
            node = Link(node, _node.Right);
        }

        return null;
    }

    private string? TryRead(ulong address, out CollectionFacts facts, out ulong root)
    {
        facts = default;
        root = 0;
        ulong set = address;
        if ((_set >= 0 && !Memory.TryRead(address + (ulong)_set, out set)) || !Memory.TryReadMethodTable(set, out ulong methodTable))
            return Unreadable;
        if (!TryLearnSet(methodTable))
            return "its set field holds something else";
        if (!Memory.TryRead(set + (ulong)_setShape.Root, out root) || !Memory.TryRead(set + (ulong)_setShape.Count, out int count))
            return Unreadable;
        facts = new CollectionFacts(count, 0, default);
        return count < 0 ? $"its count is {count}" : null;
    }

    // An unreadable link ends the branch; the next node is checked before it is used.
    private ulong Link(ulong node, int offset) => Memory.TryRead(node + (ulong)offset, out ulong next) ? next : 0;

    private CollectionEntry Entry(int index, ulong node)
    {
        ValuePlace item = new(node + (ulong)_node.Item, _node.Shape);
        if (Kind != CollectionKind.SortedDictionary || _node.Shape.Type is not { } pair || pair.GetFieldByName("key") is not { } key || pair.GetFieldByName("value") is not { } value)
            return new CollectionEntry(index, default, item);
        return new CollectionEntry(
            index, new ValuePlace(item.Address + (ulong)key.Offset, ValueShape.Of(key)), new ValuePlace(item.Address + (ulong)value.Offset, ValueShape.Of(value)));
    }

    private bool TryLearnSet(ulong methodTable)
    {
        if (_setShape.MethodTable == methodTable)
            return true;
        if (Type.Heap.GetTypeByMethodTable(methodTable) is not { } set || set.GetFieldByName("root") is null || set.GetFieldByName("count") is null)
            return false;
        _setShape = (methodTable, OffsetOf(set, "root"), OffsetOf(set, "count"));
        return true;
    }

    private bool TryLearnNode(ulong node)
    {
        if (!Memory.TryReadMethodTable(node, out ulong methodTable))
            return false;
        if (_node.MethodTable == methodTable)
            return true;
        ClrType? type = Type.Heap.GetTypeByMethodTable(methodTable);
        ClrInstanceField? item = type?.Fields.FirstOrDefault(static field => field.Name?.Contains("Item", StringComparison.Ordinal) == true);
        ClrInstanceField? left = type?.Fields.FirstOrDefault(static field => field.Name?.Contains("Left", StringComparison.Ordinal) == true);
        ClrInstanceField? right = type?.Fields.FirstOrDefault(static field => field.Name?.Contains("Right", StringComparison.Ordinal) == true);
        if (item is null || left is null || right is null)
            return false;
        _node = (methodTable, OffsetOf(type!, item.Name!), ValueShape.Of(item), OffsetOf(type!, left.Name!), OffsetOf(type!, right.Name!));
        return true;
    }
}
