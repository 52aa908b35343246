using Fathom.Sources.Targets.Reading;
using Microsoft.Diagnostics.Runtime;

namespace Fathom.Sources.Heap.Objects;

/// <summary>
/// ConcurrentDictionary: tables of buckets, each the first of a chain of node objects. The elements are counted per lock, so a count is a sum, and the
/// number of nodes may differ from it in the middle of a change.
/// </summary>
internal sealed class ConcurrentDictionaryLayout : CollectionLayout
{
    private const string Key = "_key";
    private const string Value = "_value";

    private readonly Dictionary<ulong, NodeShape?> _nodes = [];
    private readonly int _tables;
    private (ulong MethodTable, int Buckets, int Counts) _tablesShape;

    public ConcurrentDictionaryLayout(ClrType type, ITargetMemory memory, ArrayReader arrays)
        : base(CollectionKind.ConcurrentDictionary, type, memory, arrays)
        => _tables = OffsetOf(type, "_tables");

    public override string? TryRead(ulong address, out CollectionFacts facts)
    {
        facts = default;
        if (!Memory.TryRead(address + (ulong)_tables, out ulong tables) || !Memory.TryReadMethodTable(tables, out ulong methodTable))
            return Unreadable;
        if (!TryLearn(methodTable))
            return "its tables field holds something else";
        if (!Arrays.TryRead(tables + (ulong)_tablesShape.Buckets, out ArrayFacts buckets) || !Arrays.TryRead(tables + (ulong)_tablesShape.Counts, out ArrayFacts counts)
            || buckets.Shape is not { ElementSize: sizeof(ulong) } || counts.Shape is not { ElementSize: sizeof(int) })
        {
            return NoArray;
        }

        long count = 0;
        for (int i = 0; i < counts.Length; i++)
        {
            if (!Memory.TryRead(counts.AddressOf(i), out int ofLock))
                return Unreadable;
            count += ofLock;
        }

        facts = new CollectionFacts((int)Math.Clamp(count, int.MinValue, int.MaxValue), buckets.Length, buckets);
        return count is < 0 or > int.MaxValue ? $"its counts add up to {count}" : null;
    }

    public override string? List(ulong address, int skip, int take, List<CollectionEntry> entries)
    {
        if (TryRead(address, out CollectionFacts facts) is { } trouble)
            return trouble;
        int index = 0;
        for (int bucket = 0; bucket < facts.Backing.Length && index - skip < take; bucket++)
        {
            if (!Memory.TryRead(facts.Backing.AddressOf(bucket), out ulong node))
                return Unreadable;
            for (; node != 0 && index - skip < take; index++)
            {
                // A chain longer than all elements goes in a circle.
                if (index > facts.Count)
                    return $"its chains hold more than the {facts.Count} elements that it counts";
                if (!Memory.TryReadMethodTable(node, out ulong methodTable))
                    return Unreadable;
                if (ShapeOf(methodTable) is not { } shape)
                    return $"a chain refers to {node:x}, which is not a node";
                if (index >= skip)
                    entries.Add(new CollectionEntry(index, new ValuePlace(node + (ulong)shape.KeyOffset, shape.Key), new ValuePlace(node + (ulong)shape.ValueOffset, shape.Value)));
                if (!Memory.TryRead(node + (ulong)shape.NextOffset, out node))
                    return Unreadable;
            }
        }

        return null;
    }

    // The class of the tables is not asked of the field, because ClrMD does not always know the type arguments of a field's type.
    private bool TryLearn(ulong methodTable)
    {
        if (_tablesShape.MethodTable == methodTable)
            return true;
        if (Type.Heap.GetTypeByMethodTable(methodTable) is not { } tables || tables.GetFieldByName("_buckets") is null || tables.GetFieldByName("_countPerLock") is null)
            return false;
        _tablesShape = (methodTable, OffsetOf(tables, "_buckets"), OffsetOf(tables, "_countPerLock"));
        return true;
    }

    private NodeShape? ShapeOf(ulong methodTable)
    {
        if (_nodes.TryGetValue(methodTable, out NodeShape? known))
            return known;
        ClrType? node = Type.Heap.GetTypeByMethodTable(methodTable);
        NodeShape? shape = node?.GetFieldByName(Key) is { } key && node.GetFieldByName(Value) is { } value && node.GetFieldByName("_next") is not null
            ? new NodeShape(OffsetOf(node, Key), ValueShape.Of(key), OffsetOf(node, Value), ValueShape.Of(value), OffsetOf(node, "_next"))
            : null;
        _nodes.Add(methodTable, shape);
        return shape;
    }

    private sealed record NodeShape(int KeyOffset, ValueShape Key, int ValueOffset, ValueShape Value, int NextOffset);
}
