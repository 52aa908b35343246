using Fathom.Model.Tables;

namespace Fathom.Model.Inspection;

/// <summary>A thread inside of a broken collection.</summary>
public readonly record struct HeapCorruptionThreadRow(
    uint SnapshotId,
    ulong Address,
    uint ThreadId,
    TextId Method) : IRow<HeapCorruptionThreadRow>
{
    /// <inheritdoc/>
    public static TableSchema Schema { get; } = new(
        "heap_corruption_thread",
        "heap",
        "A thread that is inside a method of a broken collection.",
        [
            new("snapshot_id", ColumnType.UInt32, "The look, as numbered in stack_snapshot."),
            new("address", ColumnType.UInt64, "The collection."),
            new("thread_id", ColumnType.UInt32, "The thread, as numbered in the thread table."),
            new("method", ColumnType.Text, "The method of the collection that it is in."),
        ],
        ["snapshot_id", "address"]);

    /// <inheritdoc/>
    public static void Transpose(ReadOnlySpan<HeapCorruptionThreadRow> rows, in ColumnWriter to)
    {
        Span<uint> snapshotId = to.Column<uint>(0);
        Span<ulong> address = to.Column<ulong>(1);
        Span<uint> threadId = to.Column<uint>(2);
        Span<TextId> method = to.Column<TextId>(3);
        for (int i = 0; i < rows.Length; i++)
        {
            ref readonly HeapCorruptionThreadRow row = ref rows[i];
            snapshotId[i] = row.SnapshotId;
            address[i] = row.Address;
            threadId[i] = row.ThreadId;
            method[i] = row.Method;
        }
    }
}
