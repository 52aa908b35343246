using Fathom.Model.Tables;

namespace Fathom.Model.Heap;

/// <summary>What one generation of one segment is used for.</summary>
[Table("heap_segment_use", "heap", "snapshot_id", "segment_id")]
public readonly partial record struct HeapSegmentUseRow(
    [Column("The snapshot.")] uint SnapshotId,
    [Column("The segment.")] uint SegmentId,
    [Column("gen0, gen1, gen2, large, pinned or frozen. Only an ephemeral segment has several.")] TextId Generation,
    [Column("Memory that the GC has committed; what follows the last object of the segment counts to its last generation.")] long CommittedBytes,
    [Column("Memory from the first object to the end of the last one: objects, free blocks, unused allocation contexts and what was lost.")]
    long AllocatedBytes,
    [Column("Objects.")] long ObjectCount,
    [Column("What the objects occupy.")] long ObjectBytes,
    [Column("Free blocks between objects.")] long FreeCount,
    [Column("Bytes of free blocks.")] long FreeBytes,
    [Column("The largest free block; 0 where there is none.")] long LargestFreeBytes,
    [Column("Bytes of free blocks of 48 bytes and more: only those are large enough for the lists from which the GC serves new objects.")]
    long ListedFreeBytes,
    [Column("Objects that pinned handles hold in their place; those pinned from stacks are not known.")] long PinnedCount,
    [Column("What they occupy.")] long PinnedBytes);
