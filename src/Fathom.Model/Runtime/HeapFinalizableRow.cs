using Fathom.Model.Tables;

namespace Fathom.Model.Runtime;

/// <summary>Objects of one type that have a finalizer.</summary>
public readonly record struct HeapFinalizableRow(
    uint SnapshotId,
    TextId State,
    TextId Type,
    long Count,
    long SizeBytes) : IRow<HeapFinalizableRow>
{
    /// <inheritdoc/>
    public static TableSchema Schema { get; } = new(
        "heap_finalizable",
        "heap",
        "Objects of one type that have a finalizer and are registered for it.",
        [
            new("snapshot_id", ColumnType.UInt32, "The look at the runtime."),
            new("state", ColumnType.Text, "registered: its finalizer runs when the object dies; suppressed: registered, but GC.SuppressFinalize was called; ready: dead, waits for the finalizer thread."),
            new("type", ColumnType.Text, "Type of the objects."),
            new("count", ColumnType.Int64, "Objects."),
            new("size_bytes", ColumnType.Int64, "Bytes of the objects themselves."),
        ],
        ["snapshot_id", "state", "type"]);

    /// <inheritdoc/>
    public static void Transpose(ReadOnlySpan<HeapFinalizableRow> rows, in ColumnWriter to)
    {
        Span<uint> snapshotId = to.Column<uint>(0);
        Span<TextId> state = to.Column<TextId>(1);
        Span<TextId> type = to.Column<TextId>(2);
        Span<long> count = to.Column<long>(3);
        Span<long> sizeBytes = to.Column<long>(4);
        for (int i = 0; i < rows.Length; i++)
        {
            ref readonly HeapFinalizableRow row = ref rows[i];
            snapshotId[i] = row.SnapshotId;
            state[i] = row.State;
            type[i] = row.Type;
            count[i] = row.Count;
            sizeBytes[i] = row.SizeBytes;
        }
    }
}
