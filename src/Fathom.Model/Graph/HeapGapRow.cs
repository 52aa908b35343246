using Fathom.Model.Tables;

namespace Fathom.Model.Graph;

/// <summary>One gap of a saved graph.</summary>
public readonly record struct HeapGapRow(
    uint SnapshotId,
    uint? ObjectId) : IRow<HeapGapRow>
{
    /// <inheritdoc/>
    public static TableSchema Schema { get; } = new(
        "heap_gap",
        "heap",
        "Where a saved graph lacks references that the heap has; without rows it lacks none. What it does not reach may be alive all the same.",
        [
            new("snapshot_id", ColumnType.UInt32, "The snapshot."),
            new("object_id", ColumnType.UInt32, "An object some of whose references are not known; absent for roots or objects that could not be read.", Nullable: true),
        ],
        []);

    /// <inheritdoc/>
    public static void Transpose(ReadOnlySpan<HeapGapRow> rows, in ColumnWriter to)
    {
        Span<uint> snapshotId = to.Column<uint>(0);
        Span<uint> objectId = to.Column<uint>(1);
        for (int i = 0; i < rows.Length; i++)
        {
            ref readonly HeapGapRow row = ref rows[i];
            snapshotId[i] = row.SnapshotId;
            objectId[i] = row.ObjectId.GetValueOrDefault();
            if (row.ObjectId is null)
                to.SetNull(1, i);
        }
    }
}
