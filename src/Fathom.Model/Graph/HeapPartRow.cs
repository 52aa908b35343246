using Fathom.Model.Tables;

namespace Fathom.Model.Graph;

/// <summary>Objects of a saved graph that lie together.</summary>
public readonly record struct HeapPartRow(
    uint SnapshotId,
    uint FirstObject,
    uint EndObject,
    uint SegmentId,
    TextId Generation) : IRow<HeapPartRow>
{
    /// <inheritdoc/>
    public static TableSchema Schema { get; } = new(
        "heap_part",
        "heap",
        "Which objects of a saved graph lie in which generation of which segment.",
        [
            new("snapshot_id", ColumnType.UInt32, "The snapshot."),
            new("first_object", ColumnType.UInt32, "Number of the first object."),
            new("end_object", ColumnType.UInt32, "Behind the number of the last object."),
            new("segment_id", ColumnType.UInt32, "The segment; 0 where the source tells no segments."),
            new("generation", ColumnType.Text, "gen0, gen1, gen2, large, pinned or frozen; absent where the source does not tell.", Nullable: true),
        ],
        []);

    /// <inheritdoc/>
    public static void Transpose(ReadOnlySpan<HeapPartRow> rows, in ColumnWriter to)
    {
        Span<uint> snapshotId = to.Column<uint>(0);
        Span<uint> firstObject = to.Column<uint>(1);
        Span<uint> endObject = to.Column<uint>(2);
        Span<uint> segmentId = to.Column<uint>(3);
        Span<TextId> generation = to.Column<TextId>(4);
        for (int i = 0; i < rows.Length; i++)
        {
            ref readonly HeapPartRow row = ref rows[i];
            snapshotId[i] = row.SnapshotId;
            firstObject[i] = row.FirstObject;
            endObject[i] = row.EndObject;
            segmentId[i] = row.SegmentId;
            generation[i] = row.Generation;
        }
    }
}
