using Fathom.Model.Tables;

namespace Fathom.Model.Graph.Rows;

/// <summary>The objects that retain the most, at most 1,000 of them.</summary>
[Table("heap_retainer", "heap", "snapshot_id", "retained_bytes")]
public readonly partial record struct HeapRetainerRow(
    [Column("The heap snapshot.")] uint SnapshotId,
    [Column("The object.")] ulong Address,
    [Column("Full name of its type.")] TextId Type,
    [Column("File name of the module.", Nullable = true)] TextId Module,
    [Column("Bytes that it occupies itself.")] long SizeBytes,
    [Column("Bytes that would be free without it.")] long RetainedBytes,
    [Column("The nearest object without which it would be free; absent where no single one is.")] ulong? DominatorAddress,
    [Column("Type of that object.", Nullable = true)] TextId DominatorType);
