using Fathom.Model.Tables;

namespace Fathom.Model.Inspection;

/// <summary>A text that several strings have.</summary>
public readonly record struct HeapDuplicateRow(
    uint SnapshotId,
    TextId Text,
    int Length,
    long Count,
    long WastedBytes) : IRow<HeapDuplicateRow>
{
    /// <inheritdoc/>
    public static TableSchema Schema { get; } = new(
        "heap_duplicate",
        "heap",
        "A text that several strings have which have survived a collection; the hundred texts that waste most.",
        [
            new("snapshot_id", ColumnType.UInt32, "The look, as numbered in stack_snapshot."),
            new("text", ColumnType.Text, "The first 80 characters."),
            new("length", ColumnType.Int32, "UTF-16 characters of the whole text."),
            new("count", ColumnType.Int64, "Strings with it."),
            new("wasted_bytes", ColumnType.Int64, "Bytes of all but one of them."),
        ],
        ["snapshot_id"]);

    /// <inheritdoc/>
    public static void Transpose(ReadOnlySpan<HeapDuplicateRow> rows, in ColumnWriter to)
    {
        Span<uint> snapshotId = to.Column<uint>(0);
        Span<TextId> text = to.Column<TextId>(1);
        Span<int> length = to.Column<int>(2);
        Span<long> count = to.Column<long>(3);
        Span<long> wastedBytes = to.Column<long>(4);
        for (int i = 0; i < rows.Length; i++)
        {
            ref readonly HeapDuplicateRow row = ref rows[i];
            snapshotId[i] = row.SnapshotId;
            text[i] = row.Text;
            length[i] = row.Length;
            count[i] = row.Count;
            wastedBytes[i] = row.WastedBytes;
        }
    }
}
