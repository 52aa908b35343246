using Fathom.Model.Tables;

namespace Fathom.Model.Graph;

/// <summary>One reference of a saved graph.</summary>
public readonly record struct HeapEdgeRow(
    uint SnapshotId,
    uint FromObject,
    uint ToObject) : IRow<HeapEdgeRow>
{
    /// <inheritdoc/>
    public static TableSchema Schema { get; } = new(
        "heap_edge",
        "heap",
        "One reference from an object to another one; an object that refers to another one twice has two rows.",
        [
            new("snapshot_id", ColumnType.UInt32, "The snapshot."),
            new("from_object", ColumnType.UInt32, "The object that holds the reference; of a dependent handle, its first object."),
            new("to_object", ColumnType.UInt32, "The object that is referred to."),
        ],
        []);

    /// <inheritdoc/>
    public static void Transpose(ReadOnlySpan<HeapEdgeRow> rows, in ColumnWriter to)
    {
        Span<uint> snapshotId = to.Column<uint>(0);
        Span<uint> fromObject = to.Column<uint>(1);
        Span<uint> toObject = to.Column<uint>(2);
        for (int i = 0; i < rows.Length; i++)
        {
            ref readonly HeapEdgeRow row = ref rows[i];
            snapshotId[i] = row.SnapshotId;
            fromObject[i] = row.FromObject;
            toObject[i] = row.ToObject;
        }
    }
}
