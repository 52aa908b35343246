using System.Numerics;
using Fathom.Model.Tables;

namespace Fathom.Model.Heap;

/// <summary>How many objects of one type have a size within one power of two.</summary>
public readonly record struct HeapSizeRow(
    uint SnapshotId,
    uint TypeId,
    long FromBytes,
    long Count,
    long SizeBytes) : IRow<HeapSizeRow>
{
    /// <inheritdoc/>
    public static TableSchema Schema { get; } = new(
        "heap_size",
        "heap",
        "Number and size of one type's objects by the power of two of their size. Dead objects that no collection has taken yet are included.",
        [
            new("snapshot_id", ColumnType.UInt32, "The snapshot."),
            new("type_id", ColumnType.UInt32, "The type."),
            new("from_bytes", ColumnType.Int64, "The least size, a power of two: the objects have at least so many bytes and less than twice as many."),
            new("count", ColumnType.Int64, "Objects (or free blocks)."),
            new("size_bytes", ColumnType.Int64, "Bytes that they occupy: each aligned up to 8 and at least 24."),
        ],
        ["snapshot_id", "type_id", "from_bytes"]);

    /// <summary>The bucket of a size: the largest power of two that is not above it.</summary>
    /// <param name="sizeBytes">Bytes that an object occupies, at least 1.</param>
    public static long BucketOf(long sizeBytes) => 1L << BitOperations.Log2((ulong)sizeBytes);

    /// <inheritdoc/>
    public static void Transpose(ReadOnlySpan<HeapSizeRow> rows, in ColumnWriter to)
    {
        Span<uint> snapshotId = to.Column<uint>(0);
        Span<uint> typeId = to.Column<uint>(1);
        Span<long> fromBytes = to.Column<long>(2);
        Span<long> count = to.Column<long>(3);
        Span<long> sizeBytes = to.Column<long>(4);
        for (int i = 0; i < rows.Length; i++)
        {
            ref readonly HeapSizeRow row = ref rows[i];
            snapshotId[i] = row.SnapshotId;
            typeId[i] = row.TypeId;
            fromBytes[i] = row.FromBytes;
            count[i] = row.Count;
            sizeBytes[i] = row.SizeBytes;
        }
    }
}
