using Fathom.Model.Tables;

namespace Fathom.Model.Inspection;

/// <summary>What one look at the objects of a heap for findings covered, and the numbers that its shares refer to.</summary>
[Table("heap_inspection", "heap", "snapshot_id")]
public readonly partial record struct HeapInspectionRow(
    [Column("The snapshot, as numbered in stack_snapshot.")] uint SnapshotId,
    [Column("Objects.")] long ObjectCount,
    [Column("Bytes of the objects.")] long ObjectBytes,
    [Column("Bytes of free blocks between the objects.")] long FreeBytes,
    [Column("Bytes of objects that handles pin, each counted once.")] long PinnedBytes,
    [Column("Arrays and collections whose content was not read, because the time that a process is stopped is limited.")]
    long UnreadCount,
    [Column("Bytes of that content.")] long UnreadBytes,
    [Column("Strings that have survived a collection.")] long StringCount,
    [Column("Bytes of these.")] long StringBytes,
    [Column("Bytes of all but one string of each text.")] long StringWastedBytes,
    [Column("Objects that wait for the finalizer thread.")] long ReadyCount,
    [Column("The same when the watch began; absent for a dump.")] long? ReadyCountBefore,
    [Column("Whether the finalizer thread had the same call stack at the beginning and at the end of the watch; absent for a dump.")]
    bool? FinalizerStands);
