using Fathom.Model.Tables;

namespace Fathom.Model.Inspection;

/// <summary>Collections of one type and how full they are.</summary>
public readonly record struct HeapCollectionRow(
    uint SnapshotId,
    TextId Type,
    TextId Kind,
    long Count,
    long ElementCount,
    long Capacity,
    long EmptyCount,
    long EmptyBytes,
    long SparseCount,
    long WastedBytes) : IRow<HeapCollectionRow>
{
    /// <inheritdoc/>
    public static TableSchema Schema { get; } = new(
        "heap_collection",
        "heap",
        "Collections of one type that have survived a collection, and how full they are.",
        [
            new("snapshot_id", ColumnType.UInt32, "The look, as numbered in stack_snapshot."),
            new("type", ColumnType.Text, "Type of the collections."),
            new("kind", ColumnType.Text, "list, dictionary, hash_set, queue or stack."),
            new("count", ColumnType.Int64, "Collections."),
            new("element_count", ColumnType.Int64, "Elements in them."),
            new("capacity", ColumnType.Int64, "Elements that they have room for."),
            new("empty_count", ColumnType.Int64, "Collections without elements."),
            new("empty_bytes", ColumnType.Int64, "Bytes of the collections without elements, with the room that they own."),
            new("sparse_count", ColumnType.Int64, "Collections with room for at least 32 elements that use at most a quarter of it."),
            new("wasted_bytes", ColumnType.Int64, "Bytes of the unused room of these."),
        ],
        ["snapshot_id", "type"]);

    /// <inheritdoc/>
    public static void Transpose(ReadOnlySpan<HeapCollectionRow> rows, in ColumnWriter to)
    {
        Span<uint> snapshotId = to.Column<uint>(0);
        Span<TextId> type = to.Column<TextId>(1);
        Span<TextId> kind = to.Column<TextId>(2);
        Span<long> count = to.Column<long>(3);
        Span<long> elementCount = to.Column<long>(4);
        Span<long> capacity = to.Column<long>(5);
        Span<long> emptyCount = to.Column<long>(6);
        Span<long> emptyBytes = to.Column<long>(7);
        Span<long> sparseCount = to.Column<long>(8);
        Span<long> wastedBytes = to.Column<long>(9);
        for (int i = 0; i < rows.Length; i++)
        {
            ref readonly HeapCollectionRow row = ref rows[i];
            snapshotId[i] = row.SnapshotId;
            type[i] = row.Type;
            kind[i] = row.Kind;
            count[i] = row.Count;
            elementCount[i] = row.ElementCount;
            capacity[i] = row.Capacity;
            emptyCount[i] = row.EmptyCount;
            emptyBytes[i] = row.EmptyBytes;
            sparseCount[i] = row.SparseCount;
            wastedBytes[i] = row.WastedBytes;
        }
    }
}
