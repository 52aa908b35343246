using Fathom.Model.Tables;

namespace Fathom.Model.Heap;

/// <summary>As heap_usage, but only of objects that are alive: those that a root reaches. Written where that was asked.</summary>
[Table("heap_live", "heap", "snapshot_id", "type_id", "segment_id")]
public readonly partial record struct HeapLiveRow(
    [Column("The snapshot.")] uint SnapshotId,
    [Column("The type.")] uint TypeId,
    [Column("The segment; 0 where the source has no segments, as most gcdumps.")] uint SegmentId,
    [Column("gen0, gen1, gen2, large, pinned or frozen; absent where the source does not report it, as most gcdumps.", Nullable = true)] TextId Generation,
    [Column("Objects.")] long Count,
    [Column("Bytes that they occupy: each aligned up to 8 and at least 24.")] long SizeBytes);
