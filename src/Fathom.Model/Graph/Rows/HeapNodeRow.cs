using Fathom.Model.Tables;

namespace Fathom.Model.Graph.Rows;

/// <summary>One object of a snapshot whose graph was saved.</summary>
[Table("heap_node", "heap")]
public readonly partial record struct HeapNodeRow(
    [Column("The snapshot.")] uint SnapshotId,
    [Column("Number of the object in the snapshot: from 0, in the order of the addresses.")] uint ObjectId,
    [Column("Address of the object.")] ulong Address,
    [Column("Its type.")] uint TypeId,
    [Column("Bytes that it occupies: aligned up to 8 and at least 24.")] long SizeBytes);
