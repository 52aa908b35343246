using Fathom.Sources.Targets.Reading;
using Microsoft.Diagnostics.Runtime;

namespace Fathom.Sources.Heap.Objects;

/// <summary>
/// Dictionary and HashSet: an array of buckets with the index of the first entry of each, and an array of entries that are linked by index.
/// The names of the fields are the same in .NET 8, 9 and 10.
/// </summary>
internal sealed class HashTableLayout : CollectionLayout
{
    // Links of filled entries are -1 (end of a chain) or an index; what is less belongs to the free list.
    private const int EndOfChain = -1;

    private readonly Dictionary<ArrayShape, HashEntryShape?> _entryShapes = [];
    private readonly int _buckets;
    private readonly int _entries;
    private readonly int _used;
    private readonly int _freeList;
    private readonly int _freeCount;

    public HashTableLayout(CollectionKind kind, ClrType type, ITargetMemory memory, ArrayReader arrays)
        : base(kind, type, memory, arrays)
    {
        _buckets = OffsetOf(type, "_buckets");
        _entries = OffsetOf(type, "_entries");
        _used = OffsetOf(type, "_count");
        _freeList = OffsetOf(type, "_freeList");
        _freeCount = OffsetOf(type, "_freeCount");
    }

    /// <summary>Reads the inside of an instance.</summary>
    /// <returns>What is wrong with it, or null; <paramref name="table"/> is filled as far as it could be read.</returns>
    public string? TryRead(ulong address, out HashTableFacts table)
    {
        table = default;
        if (!Memory.TryRead(address + (ulong)_used, out int used)
            || !Memory.TryRead(address + (ulong)_freeList, out int freeList)
            || !Memory.TryRead(address + (ulong)_freeCount, out int freeCount))
        {
            return Unreadable;
        }

        bool isArray = Arrays.TryRead(address + (ulong)_buckets, out ArrayFacts buckets) & Arrays.TryRead(address + (ulong)_entries, out ArrayFacts entries);
        HashEntryShape? shape = entries.Shape is null ? null : EntryShape(entries.Shape);
        table = new HashTableFacts(buckets, entries, shape, used, freeList, freeCount);
        if (!isArray || (entries.Shape is not null && shape is null) || buckets.Shape is { ElementSize: not sizeof(int) })
            return NoArray;
        if (used < 0 || used > entries.Length)
            return $"{used} entries are in use, and its array has {entries.Length}";
        if (freeCount < 0 || freeCount > used)
            return $"{freeCount} entries are free of {used} in use";
        return freeCount > 0 && (uint)freeList >= (uint)used ? $"its free list starts at entry {freeList} of {used} in use" : null;
    }

    public override string? TryRead(ulong address, out CollectionFacts facts)
    {
        string? trouble = TryRead(address, out HashTableFacts table);
        facts = new CollectionFacts(table.Count, table.Entries.Length, table.Entries);
        return trouble;
    }

    public override string? List(ulong address, int skip, int take, List<CollectionEntry> entries)
    {
        if (TryRead(address, out HashTableFacts table) is { } trouble)
            return trouble;
        int index = 0;
        for (int i = 0; i < table.UsedCount && index - skip < take; i++)
        {
            ulong entry = table.Entries.AddressOf(i);
            if (!Memory.TryRead(entry + (ulong)table.Shape!.Next, out int next))
                return Unreadable;
            if (next >= EndOfChain && index++ >= skip)
                entries.Add(Entry(index - 1, entry, table.Shape));
        }

        return null;
    }

    private static CollectionEntry Entry(int index, ulong address, HashEntryShape shape)
    {
        ValuePlace key = new(address + (ulong)shape.Key, shape.KeyShape);
        return shape.ValueShape is null
            ? new CollectionEntry(index, default, key)
            : new CollectionEntry(index, key, new ValuePlace(address + (ulong)shape.Value, shape.ValueShape));
    }

    private HashEntryShape? EntryShape(ArrayShape array)
    {
        if (!_entryShapes.TryGetValue(array, out HashEntryShape? shape))
            _entryShapes.Add(array, shape = HashEntryShape.Of(array));
        return shape;
    }
}
