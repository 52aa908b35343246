using Fathom.Model.Tables;

namespace Fathom.Model.Inspection;

/// <summary>Collections of one type that have survived a collection, and how full they are.</summary>
[Table("heap_collection", "heap", "snapshot_id", "type")]
public readonly partial record struct HeapCollectionRow(
    [Column("The snapshot, as numbered in stack_snapshot.")] uint SnapshotId,
    [Column("Type of the collections.")] TextId Type,
    [Column("list, dictionary, hash_set, queue or stack.")] TextId Kind,
    [Column("Collections.")] long Count,
    [Column("Elements in them.")] long ElementCount,
    [Column("Elements that they have room for.")] long Capacity,
    [Column("Collections without elements.")] long EmptyCount,
    [Column("Bytes of the collections without elements, with the room that they own.")] long EmptyBytes,
    [Column("Collections with room for at least 32 elements that use at most a quarter of it.")] long SparseCount,
    [Column("Bytes of the unused room of these.")] long WastedBytes);
