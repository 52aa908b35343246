using Fathom.Sources.Heap.Objects;
using Fathom.Sources.Heap.Walking;

namespace Fathom.Sources.Inspection;

/// <summary>Counts the collections of one type, and checks hash tables among them.</summary>
/// <param name="type">Its name.</param>
/// <param name="layout">How its objects are read.</param>
/// <param name="owner">Collects what is found.</param>
internal sealed class CollectionTally(string type, CollectionLayout layout, CollectionInspector owner) : TypeInspector
{
    /// <summary>Its name.</summary>
    public string Type { get; } = type;

    /// <summary>As in <c>heap_collection.kind</c>.</summary>
    public CollectionKind Kind => layout.Kind;

    /// <summary>Collections.</summary>
    public long Count { get; private set; }

    /// <summary>Elements in them.</summary>
    public long ElementCount { get; private set; }

    /// <summary>Elements that they have room for.</summary>
    public long Capacity { get; private set; }

    /// <summary>Collections without elements.</summary>
    public long EmptyCount { get; private set; }

    /// <summary>Bytes of them with their room.</summary>
    public long EmptyBytes { get; private set; }

    /// <summary>Sparse ones.</summary>
    public long SparseCount { get; private set; }

    /// <summary>Bytes of unused room in sparse ones.</summary>
    public long WastedBytes { get; private set; }

    /// <inheritdoc/>
    public override void Inspect(in VisitedObject visited)
    {
        if (!owner.TryTake())
            return;
        if (layout is HashTableLayout hash)
        {
            if (hash.TryRead(visited.Address, out HashTableFacts table) is not null)
                return;
            if (owner.Check(table) is { } fault)
                owner.Add(new BrokenTable(visited.Address, Type, table, fault));
            if (!visited.IsYoung)
                Add(visited, new CollectionFacts(table.Count, table.Entries.Length, table.Entries), table.Buckets.Address);
        }
        else if (!visited.IsYoung && layout.TryRead(visited.Address, out CollectionFacts facts) is null)
        {
            Add(visited, facts, 0);
        }
    }

    private void Add(in VisitedObject visited, in CollectionFacts facts, ulong buckets)
    {
        Count++;
        ElementCount += facts.Count;
        Capacity += facts.Capacity;
        long elementSize = facts.Backing.Shape?.ElementSize ?? 0;
        if (facts.Count == 0)
        {
            EmptyCount++;
            EmptyBytes += (long)visited.SizeBytes + (facts.Capacity * elementSize);
        }

        if (!Sparse.Is(facts.Count, facts.Capacity))
            return;
        SparseCount++;
        WastedBytes += (facts.Capacity - facts.Count) * elementSize;
        owner.Owns(facts.Backing.Address);
        owner.Owns(buckets);
    }
}
