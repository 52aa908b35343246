using Fathom.Model.Tables;

namespace Fathom.Model.Heap;

/// <summary>How many objects of one type in one generation of one segment are alive, and what they occupy.</summary>
public readonly record struct HeapLiveRow(
    uint SnapshotId,
    uint TypeId,
    uint SegmentId,
    TextId Generation,
    long Count,
    long SizeBytes) : IRow<HeapLiveRow>
{
    /// <inheritdoc/>
    public static TableSchema Schema { get; } = new(
        "heap_live",
        "heap",
        "As heap_usage, but only of objects that are alive: those that a root reaches. Written where that was asked.",
        [
            new("snapshot_id", ColumnType.UInt32, "The snapshot."),
            new("type_id", ColumnType.UInt32, "The type."),
            new("segment_id", ColumnType.UInt32, "The segment; 0 where the source tells no segments, as most gcdumps."),
            new("generation", ColumnType.Text, "gen0, gen1, gen2, large, pinned or frozen; absent where the source does not tell, as most gcdumps.", Nullable: true),
            new("count", ColumnType.Int64, "Objects."),
            new("size_bytes", ColumnType.Int64, "Bytes that they occupy: each aligned up to 8 and at least 24."),
        ],
        ["snapshot_id", "type_id", "segment_id"]);

    /// <inheritdoc/>
    public static void Transpose(ReadOnlySpan<HeapLiveRow> rows, in ColumnWriter to)
    {
        Span<uint> snapshotId = to.Column<uint>(0);
        Span<uint> typeId = to.Column<uint>(1);
        Span<uint> segmentId = to.Column<uint>(2);
        Span<TextId> generation = to.Column<TextId>(3);
        Span<long> count = to.Column<long>(4);
        Span<long> sizeBytes = to.Column<long>(5);
        for (int i = 0; i < rows.Length; i++)
        {
            ref readonly HeapLiveRow row = ref rows[i];
            snapshotId[i] = row.SnapshotId;
            typeId[i] = row.TypeId;
            segmentId[i] = row.SegmentId;
            generation[i] = row.Generation;
            count[i] = row.Count;
            sizeBytes[i] = row.SizeBytes;
        }
    }
}
