using Fathom.Model.Tables;

namespace Fathom.Model.Heap;

/// <summary>One object that was asked for, by its type or its address.</summary>
public readonly record struct HeapObjectRow(
    uint SnapshotId,
    ulong Address,
    uint TypeId,
    uint SegmentId,
    TextId Generation,
    long SizeBytes,
    long? ElementCount,
    long? Capacity) : IRow<HeapObjectRow>
{
    /// <inheritdoc/>
    public static TableSchema Schema { get; } = new(
        "heap_object",
        "heap",
        "One object that was asked for, by its type or its address.",
        [
            new("snapshot_id", ColumnType.UInt32, "The snapshot."),
            new("address", ColumnType.UInt64, "Where the object is."),
            new("type_id", ColumnType.UInt32, "The type."),
            new("segment_id", ColumnType.UInt32, "The segment."),
            new("generation", ColumnType.Text, "gen0, gen1, gen2, large, pinned or frozen."),
            new("size_bytes", ColumnType.Int64, "Bytes that it occupies."),
            new("element_count", ColumnType.Int64, "Of an object that was looked into: elements of an array or collection, characters of a string; absent for others.", Nullable: true),
            new("capacity", ColumnType.Int64, "Of a collection that was looked into: elements that its array has space for; absent for others.", Nullable: true),
        ],
        ["snapshot_id", "address"]);

    /// <inheritdoc/>
    public static void Transpose(ReadOnlySpan<HeapObjectRow> rows, in ColumnWriter to)
    {
        Span<uint> snapshotId = to.Column<uint>(0);
        Span<ulong> address = to.Column<ulong>(1);
        Span<uint> typeId = to.Column<uint>(2);
        Span<uint> segmentId = to.Column<uint>(3);
        Span<TextId> generation = to.Column<TextId>(4);
        Span<long> sizeBytes = to.Column<long>(5);
        Span<long> elementCount = to.Column<long>(6);
        Span<long> capacity = to.Column<long>(7);
        for (int i = 0; i < rows.Length; i++)
        {
            ref readonly HeapObjectRow row = ref rows[i];
            snapshotId[i] = row.SnapshotId;
            address[i] = row.Address;
            typeId[i] = row.TypeId;
            segmentId[i] = row.SegmentId;
            generation[i] = row.Generation;
            sizeBytes[i] = row.SizeBytes;
            elementCount[i] = row.ElementCount.GetValueOrDefault();
            capacity[i] = row.Capacity.GetValueOrDefault();
            if (row.ElementCount is null)
                to.SetNull(6, i);
            if (row.Capacity is null)
                to.SetNull(7, i);
        }
    }
}
