using Fathom.Model.Inspection;
using Fathom.Model.Recording;
using Fathom.Sources.Heap.Objects;
using Fathom.Sources.Heap.Walking;
using Fathom.Sources.Targets.Reading;
using Microsoft.Diagnostics.Runtime;

namespace Fathom.Sources.Inspection;

/// <summary>Counts collections by type and how full they are, and finds broken hash tables.</summary>
/// <param name="heap">Names the types.</param>
/// <param name="memory">The target's memory; best with the window of the walk before it.</param>
/// <param name="budget">Reads the chains of hash tables.</param>
/// <param name="unknown">Notes types with other fields than those that are known.</param>
internal sealed class CollectionInspector(ClrHeap heap, ITargetMemory memory, ReadBudget budget, UnknownTypes unknown) : ITableInspector
{
    // Each takes some reads of its own, a microsecond or two.
    private const long MaxCollections = 2_000_000;
    private const int MaxBroken = 1_000;

    private readonly CollectionCatalog _catalog = new(heap, memory);
    private readonly HashTableCheck _check = new(budget);
    private readonly List<CollectionTally> _tallies = [];
    private readonly List<BrokenTable> _broken = [];
    private readonly List<ulong> _ownedArrays = [];
    private long _count;

    /// <summary>Broken hash tables, the first thousand.</summary>
    public IReadOnlyList<BrokenTable> Broken => _broken;

    /// <summary>Arrays that belong to sparse collections.</summary>
    public List<ulong> OwnedArrays => _ownedArrays;

    /// <summary>The same of living collections only, whose waste is written; null where little seems to be wasted.</summary>
    public CollectionInspector? Living { get; set; }

    /// <summary>Bytes that sparse ones waste.</summary>
    public long WastedBytes => _tallies.Sum(static tally => tally.WastedBytes);

    /// <summary>Collections without elements.</summary>
    public long EmptyCount => _tallies.Sum(static tally => tally.EmptyCount);

    /// <inheritdoc/>
    public TypeInspector? Of(ClrType type)
    {
        if (type.IsArray)
            return null;
        if (_catalog.LayoutOf(type.MethodTable) is not (ArrayCollectionLayout or HashTableLayout))
        {
            if (_catalog.LayoutOf(type.MethodTable) is null && CollectionCatalog.KindOf(type.Name) is not null)
                unknown.Add(type);
            return null;
        }

        CollectionTally tally = new(type.Name ?? "(unnamed collection)", _catalog.LayoutOf(type.MethodTable)!, this);
        _tallies.Add(tally);
        return tally;
    }

    /// <inheritdoc/>
    public void Write(IRecordingSink sink, uint snapshotId)
    {
        ILookup<(string, CollectionKind), CollectionTally> wasting =
            (Living ?? this)._tallies.ToLookup(static tally => (tally.Type, tally.Kind));
        HeapCollectionRow[] rows = [.. _tallies.Where(static tally => tally.Count > 0)
            .GroupBy(static tally => (tally.Type, tally.Kind))
            .Select(group => new HeapCollectionRow(
                snapshotId,
                sink.Ids.Text(group.Key.Type),
                sink.Ids.Text(Word(group.Key.Kind)),
                group.Sum(static tally => tally.Count),
                group.Sum(static tally => tally.ElementCount),
                group.Sum(static tally => tally.Capacity),
                wasting[group.Key].Sum(static tally => tally.EmptyCount),
                wasting[group.Key].Sum(static tally => tally.EmptyBytes),
                wasting[group.Key].Sum(static tally => tally.SparseCount),
                wasting[group.Key].Sum(static tally => tally.WastedBytes)))
            .OrderByDescending(static row => row.WastedBytes)
            .Take(ITableInspector.MaxTypes)];
        sink.Write<HeapCollectionRow>(rows);
    }

    /// <summary>Whether one more collection may be looked into; counted as not read where not.</summary>
    public bool TryTake()
    {
        if (_count++ < MaxCollections)
            return true;
        budget.Skip(0);
        return false;
    }

    /// <summary>Checks a hash table.</summary>
    public ChainFault? Check(in HashTableFacts table) => _check.Check(table);

    /// <summary>Adds a broken one.</summary>
    public void Add(BrokenTable table)
    {
        if (_broken.Count < MaxBroken)
            _broken.Add(table);
    }

    /// <summary>Notes an array of a sparse collection.</summary>
    public void Owns(ulong array)
    {
        if (array != 0 && _ownedArrays.Count < MaxCollections)
            _ownedArrays.Add(array);
    }

    private static string Word(CollectionKind kind) => kind switch
    {
        CollectionKind.HashSet => "hash_set",
        _ => kind.ToString().ToLowerInvariant(),
    };
}
