using Fathom.Model.Tables;

namespace Fathom.Model.Graph.Rows;

/// <summary>The objects that retain the most, at most 1,000 of them.</summary>
[Table("heap_retainer", "heap", "snapshot_id", "retained_bytes")]
public readonly partial record struct HeapRetainerRow(
    [Column("The heap snapshot.")] uint SnapshotId,
    [Column("The object.")] ulong Address,
    [Column("Full name of its type.")] TextId Type,
    [Column("File name of the module.", Nullable = true)] TextId Module,
    [Column("Bytes that the object itself occupies.")] long SizeBytes,
    [Column("Bytes that would be freed without it.")] long RetainedBytes,
    [Column("The dominator: the nearest object without which it would be freed; absent if there is none.")] ulong? DominatorAddress,
    [Column("Type of that object.", Nullable = true)] TextId DominatorType);
