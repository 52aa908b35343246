using Fathom.Model.Tables;

namespace Fathom.Model.Inspection;

/// <summary>Arrays of one type and how full they are.</summary>
public readonly record struct HeapArrayRow(
    uint SnapshotId,
    TextId Type,
    long Count,
    long SizeBytes,
    long SparseCount,
    long WastedBytes) : IRow<HeapArrayRow>
{
    /// <inheritdoc/>
    public static TableSchema Schema { get; } = new(
        "heap_array",
        "heap",
        "Arrays of one type that have survived a collection, and how many of their elements are null or zero.",
        [
            new("snapshot_id", ColumnType.UInt32, "The look, as numbered in stack_snapshot."),
            new("type", ColumnType.Text, "Type of the arrays."),
            new("count", ColumnType.Int64, "Arrays."),
            new("size_bytes", ColumnType.Int64, "Bytes of the arrays."),
            new("sparse_count", ColumnType.Int64, "Arrays of at least 32 elements of which at most a quarter is not null or zero. Arrays that a sparse collection owns are not counted."),
            new("wasted_bytes", ColumnType.Int64, "Bytes of the null or zero elements of sparse arrays."),
        ],
        ["snapshot_id", "type"]);

    /// <inheritdoc/>
    public static void Transpose(ReadOnlySpan<HeapArrayRow> rows, in ColumnWriter to)
    {
        Span<uint> snapshotId = to.Column<uint>(0);
        Span<TextId> type = to.Column<TextId>(1);
        Span<long> count = to.Column<long>(2);
        Span<long> sizeBytes = to.Column<long>(3);
        Span<long> sparseCount = to.Column<long>(4);
        Span<long> wastedBytes = to.Column<long>(5);
        for (int i = 0; i < rows.Length; i++)
        {
            ref readonly HeapArrayRow row = ref rows[i];
            snapshotId[i] = row.SnapshotId;
            type[i] = row.Type;
            count[i] = row.Count;
            sizeBytes[i] = row.SizeBytes;
            sparseCount[i] = row.SparseCount;
            wastedBytes[i] = row.WastedBytes;
        }
    }
}
