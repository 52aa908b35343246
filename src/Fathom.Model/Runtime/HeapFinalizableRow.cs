using Fathom.Model.Tables;

namespace Fathom.Model.Runtime;

/// <summary>Objects of one type that have a finalizer and are registered for it.</summary>
[Table("heap_finalizable", "heap", "snapshot_id", "state", "type")]
public readonly partial record struct HeapFinalizableRow(
    [Column("The runtime snapshot.")] uint SnapshotId,
    [Column("registered: its finalizer runs when the object dies; suppressed: registered, but GC.SuppressFinalize was called; ready: dead, waits for "
        + "the finalizer thread.")]
    TextId State,
    [Column("Type of the objects.")] TextId Type,
    [Column("Objects.")] long Count,
    [Column("Bytes of the objects themselves.")] long SizeBytes);
