using Fathom.Model.Tables;

namespace Fathom.Model.Heap;

/// <summary>One GC segment or region of a snapshot.</summary>
public readonly record struct HeapSegmentRow(
    uint SnapshotId,
    uint SegmentId,
    int HeapIndex,
    TextId Kind,
    ulong StartAddress,
    ulong EndAddress,
    long CommittedBytes,
    long AllocatedBytes,
    long WalkedBytes,
    long ObjectCount) : IRow<HeapSegmentRow>
{
    /// <inheritdoc/>
    public static TableSchema Schema { get; } = new(
        "heap_segment",
        "heap",
        "One GC segment or region of a snapshot.",
        [
            new("snapshot_id", ColumnType.UInt32, "The snapshot."),
            new("segment_id", ColumnType.UInt32, "Number of the segment in the snapshot, starting at 1."),
            new("heap_index", ColumnType.Int32, "GC heap that the segment belongs to, starting at 0."),
            new("kind", ColumnType.Text, "gen0, gen1, gen2 (regions), ephemeral (a segment of several generations), large, pinned or frozen."),
            new("start_address", ColumnType.UInt64, "Address of the first object."),
            new("end_address", ColumnType.UInt64, "End of the part that holds objects, exclusive."),
            new("committed_bytes", ColumnType.Int64, "Memory that the GC has committed for the segment."),
            new("allocated_bytes", ColumnType.Int64, "Bytes from start_address to end_address."),
            new("walked_bytes", ColumnType.Int64, "Objects and free blocks that were walked."),
            new("object_count", ColumnType.Int64, "Objects that were walked, free blocks not counted."),
        ],
        ["snapshot_id", "segment_id"]);

    /// <inheritdoc/>
    public static void Transpose(ReadOnlySpan<HeapSegmentRow> rows, in ColumnWriter to)
    {
        Span<uint> snapshotId = to.Column<uint>(0);
        Span<uint> segmentId = to.Column<uint>(1);
        Span<int> heapIndex = to.Column<int>(2);
        Span<TextId> kind = to.Column<TextId>(3);
        Span<ulong> startAddress = to.Column<ulong>(4);
        Span<ulong> endAddress = to.Column<ulong>(5);
        Span<long> committedBytes = to.Column<long>(6);
        Span<long> allocatedBytes = to.Column<long>(7);
        Span<long> walkedBytes = to.Column<long>(8);
        Span<long> objectCount = to.Column<long>(9);
        for (int i = 0; i < rows.Length; i++)
        {
            ref readonly HeapSegmentRow row = ref rows[i];
            snapshotId[i] = row.SnapshotId;
            segmentId[i] = row.SegmentId;
            heapIndex[i] = row.HeapIndex;
            kind[i] = row.Kind;
            startAddress[i] = row.StartAddress;
            endAddress[i] = row.EndAddress;
            committedBytes[i] = row.CommittedBytes;
            allocatedBytes[i] = row.AllocatedBytes;
            walkedBytes[i] = row.WalkedBytes;
            objectCount[i] = row.ObjectCount;
        }
    }
}
