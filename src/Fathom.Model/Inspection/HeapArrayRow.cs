using Fathom.Model.Tables;

namespace Fathom.Model.Inspection;

/// <summary>Arrays of one type that have survived a collection, and how many of their elements are null or zero.</summary>
[Table("heap_array", "heap", "snapshot_id", "type")]
public readonly partial record struct HeapArrayRow(
    [Column("The snapshot, as numbered in stack_snapshot.")] uint SnapshotId,
    [Column("Type of the arrays.")] TextId Type,
    [Column("Arrays.")] long Count,
    [Column("Bytes of the arrays.")] long SizeBytes,
    [Column("Arrays of at least 32 elements of which at most a quarter are not null or zero. Arrays that a sparse collection owns are not counted.")]
    long SparseCount,
    [Column("Bytes of the null or zero elements of sparse arrays.")] long WastedBytes);
