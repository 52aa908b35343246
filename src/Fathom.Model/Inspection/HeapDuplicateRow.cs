using Fathom.Model.Tables;

namespace Fathom.Model.Inspection;

/// <summary>A text that several strings have which have survived a collection; the hundred texts that waste most.</summary>
[Table("heap_duplicate", "heap", "snapshot_id")]
public readonly partial record struct HeapDuplicateRow(
    [Column("The snapshot, as numbered in stack_snapshot.")] uint SnapshotId,
    [Column("The first 80 characters.")] TextId Text,
    [Column("UTF-16 characters of the whole text.")] int Length,
    [Column("Strings with it.")] long Count,
    [Column("Bytes of all but one of them.")] long WastedBytes);
