using Fathom.Model.Tables;

namespace Fathom.Model.Graph;

/// <summary>What became of the objects whose paths were asked for.</summary>
public readonly record struct HeapPathTargetRow(
    uint SnapshotId,
    long Count,
    long LiveCount,
    long LeftOutCount,
    bool CutOff) : IRow<HeapPathTargetRow>
{
    /// <inheritdoc/>
    public static TableSchema Schema { get; } = new(
        "heap_path_target",
        "heap",
        "How many objects paths were asked for, and how many have none in heap_path.",
        [
            new("snapshot_id", ColumnType.UInt32, "The heap snapshot."),
            new("count", ColumnType.Int64, "Objects that were asked for."),
            new("live_count", ColumnType.Int64, "Those of them that are alive; the others have no path."),
            new("left_out_count", ColumnType.Int64, "Live ones whose paths are left out because there are too many shapes."),
            new("cut_off", ColumnType.Boolean, "Whether there are more shapes than heap_path holds; only those for all paths are."),
        ],
        ["snapshot_id"]);

    /// <inheritdoc/>
    public static void Transpose(ReadOnlySpan<HeapPathTargetRow> rows, in ColumnWriter to)
    {
        Span<uint> snapshotId = to.Column<uint>(0);
        Span<long> count = to.Column<long>(1);
        Span<long> liveCount = to.Column<long>(2);
        Span<long> leftOutCount = to.Column<long>(3);
        Span<bool> cutOff = to.Column<bool>(4);
        for (int i = 0; i < rows.Length; i++)
        {
            ref readonly HeapPathTargetRow row = ref rows[i];
            snapshotId[i] = row.SnapshotId;
            count[i] = row.Count;
            liveCount[i] = row.LiveCount;
            leftOutCount[i] = row.LeftOutCount;
            cutOff[i] = row.CutOff;
        }
    }
}
