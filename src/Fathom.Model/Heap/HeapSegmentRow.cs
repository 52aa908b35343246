using Fathom.Model.Tables;

namespace Fathom.Model.Heap;

/// <summary>One GC segment or region of a snapshot.</summary>
[Table("heap_segment", "heap", "snapshot_id", "segment_id")]
public readonly partial record struct HeapSegmentRow(
    [Column("The snapshot.")] uint SnapshotId,
    [Column("Number of the segment in the snapshot, starting at 1.")] uint SegmentId,
    [Column("GC heap that the segment belongs to, starting at 0.")] int HeapIndex,
    [Column("gen0, gen1, gen2 (regions), ephemeral (a segment of several generations), large, pinned or frozen.")] TextId Kind,
    [Column("Address of the first object.")] ulong StartAddress,
    [Column("End of the part that holds objects, exclusive.")] ulong EndAddress,
    [Column("Memory that the GC has committed for the segment.")] long CommittedBytes,
    [Column("Bytes from start_address to end_address.")] long AllocatedBytes,
    [Column("Objects and free blocks that were walked.")] long WalkedBytes,
    [Column("Objects that were walked, free blocks not counted.")] long ObjectCount);
