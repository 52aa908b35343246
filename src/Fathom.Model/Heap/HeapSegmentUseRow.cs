using Fathom.Model.Tables;

namespace Fathom.Model.Heap;

/// <summary>What one generation of one segment is used for.</summary>
public readonly record struct HeapSegmentUseRow(
    uint SnapshotId,
    uint SegmentId,
    TextId Generation,
    long CommittedBytes,
    long AllocatedBytes,
    long ObjectCount,
    long ObjectBytes,
    long FreeCount,
    long FreeBytes,
    long LargestFreeBytes,
    long ListedFreeBytes,
    long PinnedCount,
    long PinnedBytes) : IRow<HeapSegmentUseRow>
{
    /// <inheritdoc/>
    public static TableSchema Schema { get; } = new(
        "heap_segment_use",
        "heap",
        "What one generation of one segment is used for.",
        [
            new("snapshot_id", ColumnType.UInt32, "The snapshot."),
            new("segment_id", ColumnType.UInt32, "The segment."),
            new("generation", ColumnType.Text, "gen0, gen1, gen2, large, pinned or frozen. Only an ephemeral segment has several."),
            new("committed_bytes", ColumnType.Int64, "Memory that the GC has committed; what lies behind the last object of the segment counts to its last generation."),
            new("allocated_bytes", ColumnType.Int64, "Memory from the first object to the end of the last one: objects, free blocks, unused allocation contexts and what was lost."),
            new("object_count", ColumnType.Int64, "Objects."),
            new("object_bytes", ColumnType.Int64, "What the objects occupy."),
            new("free_count", ColumnType.Int64, "Free blocks between objects."),
            new("free_bytes", ColumnType.Int64, "Bytes of free blocks."),
            new("largest_free_bytes", ColumnType.Int64, "The largest free block; 0 where there is none."),
            new("listed_free_bytes", ColumnType.Int64, "Bytes of free blocks of 48 bytes and more: only those are large enough for the lists from which the GC serves new objects."),
            new("pinned_count", ColumnType.Int64, "Objects that pinned handles hold in their place; those pinned from stacks are not known."),
            new("pinned_bytes", ColumnType.Int64, "What they occupy."),
        ],
        ["snapshot_id", "segment_id"]);

    /// <inheritdoc/>
    public static void Transpose(ReadOnlySpan<HeapSegmentUseRow> rows, in ColumnWriter to)
    {
        Span<uint> snapshotId = to.Column<uint>(0);
        Span<uint> segmentId = to.Column<uint>(1);
        Span<TextId> generation = to.Column<TextId>(2);
        Span<long> committedBytes = to.Column<long>(3);
        Span<long> allocatedBytes = to.Column<long>(4);
        Span<long> objectCount = to.Column<long>(5);
        Span<long> objectBytes = to.Column<long>(6);
        Span<long> freeCount = to.Column<long>(7);
        Span<long> freeBytes = to.Column<long>(8);
        Span<long> largestFreeBytes = to.Column<long>(9);
        Span<long> listedFreeBytes = to.Column<long>(10);
        Span<long> pinnedCount = to.Column<long>(11);
        Span<long> pinnedBytes = to.Column<long>(12);
        for (int i = 0; i < rows.Length; i++)
        {
            ref readonly HeapSegmentUseRow row = ref rows[i];
            snapshotId[i] = row.SnapshotId;
            segmentId[i] = row.SegmentId;
            generation[i] = row.Generation;
            committedBytes[i] = row.CommittedBytes;
            allocatedBytes[i] = row.AllocatedBytes;
            objectCount[i] = row.ObjectCount;
            objectBytes[i] = row.ObjectBytes;
            freeCount[i] = row.FreeCount;
            freeBytes[i] = row.FreeBytes;
            largestFreeBytes[i] = row.LargestFreeBytes;
            listedFreeBytes[i] = row.ListedFreeBytes;
            pinnedCount[i] = row.PinnedCount;
            pinnedBytes[i] = row.PinnedBytes;
        }
    }
}
