using Fathom.Model.Tables;

namespace Fathom.Model.Graph;

/// <summary>One of the objects that retain the most.</summary>
public readonly record struct HeapRetainerRow(
    uint SnapshotId,
    ulong Address,
    TextId Type,
    TextId Module,
    long SizeBytes,
    long RetainedBytes,
    ulong? DominatorAddress,
    TextId DominatorType) : IRow<HeapRetainerRow>
{
    /// <inheritdoc/>
    public static TableSchema Schema { get; } = new(
        "heap_retainer",
        "heap",
        "The objects that retain the most, at most 1,000 of them.",
        [
            new("snapshot_id", ColumnType.UInt32, "The heap snapshot."),
            new("address", ColumnType.UInt64, "The object."),
            new("type", ColumnType.Text, "Full name of its type."),
            new("module", ColumnType.Text, "File name of the module.", Nullable: true),
            new("size_bytes", ColumnType.Int64, "Bytes that it occupies itself."),
            new("retained_bytes", ColumnType.Int64, "Bytes that would be free without it."),
            new("dominator_address", ColumnType.UInt64, "The nearest object without which it would be free; absent where no single one is.", Nullable: true),
            new("dominator_type", ColumnType.Text, "Type of that object.", Nullable: true),
        ],
        ["snapshot_id", "retained_bytes"]);

    /// <inheritdoc/>
    public static void Transpose(ReadOnlySpan<HeapRetainerRow> rows, in ColumnWriter to)
    {
        Span<uint> snapshotId = to.Column<uint>(0);
        Span<ulong> address = to.Column<ulong>(1);
        Span<TextId> type = to.Column<TextId>(2);
        Span<TextId> module = to.Column<TextId>(3);
        Span<long> sizeBytes = to.Column<long>(4);
        Span<long> retainedBytes = to.Column<long>(5);
        Span<ulong> dominatorAddress = to.Column<ulong>(6);
        Span<TextId> dominatorType = to.Column<TextId>(7);
        for (int i = 0; i < rows.Length; i++)
        {
            ref readonly HeapRetainerRow row = ref rows[i];
            snapshotId[i] = row.SnapshotId;
            address[i] = row.Address;
            type[i] = row.Type;
            module[i] = row.Module;
            sizeBytes[i] = row.SizeBytes;
            retainedBytes[i] = row.RetainedBytes;
            dominatorAddress[i] = row.DominatorAddress.GetValueOrDefault();
            dominatorType[i] = row.DominatorType;
            if (row.DominatorAddress is null)
                to.SetNull(6, i);
        }
    }
}
