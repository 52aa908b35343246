using Fathom.Model.Tables;

namespace Fathom.Model.Graph;

/// <summary>What the objects of one type that are alive retain.</summary>
public readonly record struct HeapRetainedRow(
    uint SnapshotId,
    uint TypeId,
    TextId Type,
    TextId Module,
    long Count,
    long SizeBytes,
    long RetainedBytes) : IRow<HeapRetainedRow>
{
    /// <inheritdoc/>
    public static TableSchema Schema { get; } = new(
        "heap_retained",
        "heap",
        "What the objects of one type that are alive keep alive: themselves and all that would go with them.",
        [
            new("snapshot_id", ColumnType.UInt32, "The heap snapshot."),
            new("type_id", ColumnType.UInt32, "The type, as numbered in heap_type."),
            new("type", ColumnType.Text, "Full name of the type."),
            new("module", ColumnType.Text, "File name of its module.", Nullable: true),
            new("count", ColumnType.Int64, "Objects that are alive."),
            new("size_bytes", ColumnType.Int64, "Bytes that they occupy themselves."),
            new("retained_bytes", ColumnType.Int64, "Bytes that they retain: the sum over those that no other object of the type dominates. What several of them hold together only is not in it."),
        ],
        ["snapshot_id", "type_id"]);

    /// <inheritdoc/>
    public static void Transpose(ReadOnlySpan<HeapRetainedRow> rows, in ColumnWriter to)
    {
        Span<uint> snapshotId = to.Column<uint>(0);
        Span<uint> typeId = to.Column<uint>(1);
        Span<TextId> type = to.Column<TextId>(2);
        Span<TextId> module = to.Column<TextId>(3);
        Span<long> count = to.Column<long>(4);
        Span<long> sizeBytes = to.Column<long>(5);
        Span<long> retainedBytes = to.Column<long>(6);
        for (int i = 0; i < rows.Length; i++)
        {
            ref readonly HeapRetainedRow row = ref rows[i];
            snapshotId[i] = row.SnapshotId;
            typeId[i] = row.TypeId;
            type[i] = row.Type;
            module[i] = row.Module;
            count[i] = row.Count;
            sizeBytes[i] = row.SizeBytes;
            retainedBytes[i] = row.RetainedBytes;
        }
    }
}
