using Fathom.Model.Tables;

namespace Fathom.Model.Heap;

/// <summary>Whether the live objects of a snapshot are all that are alive.</summary>
public readonly record struct HeapMarkRow(
    uint SnapshotId,
    bool IsWhole) : IRow<HeapMarkRow>
{
    /// <inheritdoc/>
    public static TableSchema Schema { get; } = new(
        "heap_mark",
        "heap",
        "Whether heap_live holds all that is alive. Written where that was asked.",
        [
            new("snapshot_id", ColumnType.UInt32, "The snapshot."),
            new("is_whole", ColumnType.Boolean, "True: what is not in heap_live is dead. False: references or roots were lost, and it is not known whether it is."),
        ],
        ["snapshot_id"]);

    /// <inheritdoc/>
    public static void Transpose(ReadOnlySpan<HeapMarkRow> rows, in ColumnWriter to)
    {
        Span<uint> snapshotId = to.Column<uint>(0);
        Span<bool> isWhole = to.Column<bool>(1);
        for (int i = 0; i < rows.Length; i++)
        {
            ref readonly HeapMarkRow row = ref rows[i];
            snapshotId[i] = row.SnapshotId;
            isWhole[i] = row.IsWhole;
        }
    }
}
