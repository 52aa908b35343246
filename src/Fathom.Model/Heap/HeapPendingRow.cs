using Fathom.Model.Tables;

namespace Fathom.Model.Heap;

/// <summary>That a heap was looked through for what has begun and not ended.</summary>
[Table("heap_pending", "heap", "snapshot_id")]
public readonly partial record struct HeapPendingRow(
    [Column("The snapshot.")] uint SnapshotId,
    [Column("Tasks that have not completed, each once.")] long TaskCount,
    [Column("Timers that are set.")] long TimerCount,
    [Column("HTTP requests in flight that were found.")] long RequestCount);
