using Fathom.Model.Tables;

namespace Fathom.Model.Inspection;

/// <summary>Things of one kind that have survived a collection and still wait: timers to fire, tasks to complete, sources to be cancelled.</summary>
[Table("heap_pile", "heap", "snapshot_id", "kind")]
public readonly partial record struct HeapPileRow(
    [Column("The snapshot, as numbered in stack_snapshot.")] uint SnapshotId,
    [Column("timer: timers that are set, by callback; cancellation_source: neither cancelled nor disposed, by type; cancellation_callback: callbacks "
        + "registered with one source; task: not completed, by type; continuation: continuations of one task that has not completed.")]
    TextId Kind,
    [Column("The callback or type; the type of the one source or task.")] TextId Name,
    [Column("The source or task; absent for the kinds that are counted by callback or type.")] ulong? Address,
    [Column("How many.")] long Count);
