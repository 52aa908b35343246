using Fathom.Model.Tables;

namespace Fathom.Model.Graph.Rows;

/// <summary>What the objects of one type that are alive keep alive: themselves and all that would go with them.</summary>
[Table("heap_retained", "heap", "snapshot_id", "type_id")]
public readonly partial record struct HeapRetainedRow(
    [Column("The heap snapshot.")] uint SnapshotId,
    [Column("The type, as numbered in heap_type.")] uint TypeId,
    [Column("Full name of the type.")] TextId Type,
    [Column("File name of its module.", Nullable = true)] TextId Module,
    [Column("Objects that are alive.")] long Count,
    [Column("Bytes that these objects themselves occupy.")] long SizeBytes,
    [Column("Bytes that they retain: the sum over those that no other object of the type dominates. What several of them hold together only is not "
        + "in it.")]
    long RetainedBytes);
