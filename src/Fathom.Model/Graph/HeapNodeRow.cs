using Fathom.Model.Tables;

namespace Fathom.Model.Graph;

/// <summary>One object of a saved graph.</summary>
public readonly record struct HeapNodeRow(
    uint SnapshotId,
    uint ObjectId,
    ulong Address,
    uint TypeId,
    long SizeBytes) : IRow<HeapNodeRow>
{
    /// <inheritdoc/>
    public static TableSchema Schema { get; } = new(
        "heap_node",
        "heap",
        "One object of a snapshot whose graph was saved.",
        [
            new("snapshot_id", ColumnType.UInt32, "The snapshot."),
            new("object_id", ColumnType.UInt32, "Number of the object in the snapshot: from 0, in the order of the addresses."),
            new("address", ColumnType.UInt64, "Where the object lies."),
            new("type_id", ColumnType.UInt32, "Its type."),
            new("size_bytes", ColumnType.Int64, "Bytes that it occupies: aligned up to 8 and at least 24."),
        ],
        []);

    /// <inheritdoc/>
    public static void Transpose(ReadOnlySpan<HeapNodeRow> rows, in ColumnWriter to)
    {
        Span<uint> snapshotId = to.Column<uint>(0);
        Span<uint> objectId = to.Column<uint>(1);
        Span<ulong> address = to.Column<ulong>(2);
        Span<uint> typeId = to.Column<uint>(3);
        Span<long> sizeBytes = to.Column<long>(4);
        for (int i = 0; i < rows.Length; i++)
        {
            ref readonly HeapNodeRow row = ref rows[i];
            snapshotId[i] = row.SnapshotId;
            objectId[i] = row.ObjectId;
            address[i] = row.Address;
            typeId[i] = row.TypeId;
            sizeBytes[i] = row.SizeBytes;
        }
    }
}
