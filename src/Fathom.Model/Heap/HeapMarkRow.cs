using Fathom.Model.Tables;

namespace Fathom.Model.Heap;

/// <summary>Whether heap_live holds all that is alive. Written where that was asked.</summary>
[Table("heap_mark", "heap", "snapshot_id")]
public readonly partial record struct HeapMarkRow(
    [Column("The snapshot.")] uint SnapshotId,
    [Column("True: what is not in heap_live is dead. False: references or roots were lost, and it is not known whether it is.")] bool IsWhole);
