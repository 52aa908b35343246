using Fathom.Model.Tables;

namespace Fathom.Model.Memory;

/// <summary>Memory that a process holds outside its resident set.</summary>
public readonly record struct MemoryHoldingRow(
    uint SnapshotId,
    TextId Category,
    TextId Owner,
    int Count,
    long SizeBytes) : IRow<MemoryHoldingRow>
{
    /// <inheritdoc/>
    public static TableSchema Schema { get; } = new(
        "memory_holding",
        "memory",
        "Memory that a process holds but that is not in its resident set.",
        [
            new("snapshot_id", ColumnType.UInt32, "The look."),
            new("category", ColumnType.Text, "huge pages, page tables, swap, unmapped shared memory, pipe buffers or socket buffers."),
            new("owner", ColumnType.Text, "The descriptor and what it is of; absent where there is nothing to add.", Nullable: true),
            new("count", ColumnType.Int32, "Things that hold it: descriptors, or 1."),
            new("size_bytes", ColumnType.Int64, "Bytes."),
        ],
        ["snapshot_id"]);

    /// <inheritdoc/>
    public static void Transpose(ReadOnlySpan<MemoryHoldingRow> rows, in ColumnWriter to)
    {
        Span<uint> snapshotId = to.Column<uint>(0);
        Span<TextId> category = to.Column<TextId>(1);
        Span<TextId> owner = to.Column<TextId>(2);
        Span<int> count = to.Column<int>(3);
        Span<long> sizeBytes = to.Column<long>(4);
        for (int i = 0; i < rows.Length; i++)
        {
            ref readonly MemoryHoldingRow row = ref rows[i];
            snapshotId[i] = row.SnapshotId;
            category[i] = row.Category;
            owner[i] = row.Owner;
            count[i] = row.Count;
            sizeBytes[i] = row.SizeBytes;
        }
    }
}
