using Fathom.Model.Tables;

namespace Fathom.Model.Inspection;

/// <summary>A thread that is inside a method of a broken collection.</summary>
[Table("heap_corruption_thread", "heap", "snapshot_id", "address")]
public readonly partial record struct HeapCorruptionThreadRow(
    [Column("The snapshot, as numbered in stack_snapshot.")] uint SnapshotId,
    [Column("The collection.")] ulong Address,
    [Column("The thread, as numbered in the thread table.")] uint ThreadId,
    [Column("The method of the collection that it is in.")] TextId Method);
