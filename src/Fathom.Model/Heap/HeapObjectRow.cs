using Fathom.Model.Tables;

namespace Fathom.Model.Heap;

/// <summary>One object that was asked for, by its type or its address.</summary>
[Table("heap_object", "heap", "snapshot_id", "address")]
public readonly partial record struct HeapObjectRow(
    [Column("The snapshot.")] uint SnapshotId,
    [Column("Address of the object.")] ulong Address,
    [Column("The type.")] uint TypeId,
    [Column("The segment.")] uint SegmentId,
    [Column("gen0, gen1, gen2, large, pinned or frozen.")] TextId Generation,
    [Column("Bytes that it occupies.")] long SizeBytes,
    [Column("Of an object whose content was read: elements of an array or collection, characters of a string; absent for others.")] long? ElementCount,
    [Column("Of a collection whose content was read: elements that its array has room for; absent for others.")] long? Capacity);
