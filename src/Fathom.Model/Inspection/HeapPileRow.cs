using Fathom.Model.Tables;

namespace Fathom.Model.Inspection;

/// <summary>Things of one kind that wait for something.</summary>
public readonly record struct HeapPileRow(
    uint SnapshotId,
    TextId Kind,
    TextId Name,
    ulong? Address,
    long Count) : IRow<HeapPileRow>
{
    /// <inheritdoc/>
    public static TableSchema Schema { get; } = new(
        "heap_pile",
        "heap",
        "Things of one kind that have survived a collection and still wait: timers to fire, tasks to complete, sources to be cancelled.",
        [
            new("snapshot_id", ColumnType.UInt32, "The look, as numbered in stack_snapshot."),
            new("kind", ColumnType.Text, "timer: timers that are set, by callback; cancellation_source: neither cancelled nor disposed, by type; cancellation_callback: callbacks registered with one source; task: not completed, by type; continuation: continuations of one task that has not completed."),
            new("name", ColumnType.Text, "The callback or type; the type of the one source or task."),
            new("address", ColumnType.UInt64, "The source or task; absent for the kinds that are counted by callback or type.", Nullable: true),
            new("count", ColumnType.Int64, "How many."),
        ],
        ["snapshot_id", "kind"]);

    /// <inheritdoc/>
    public static void Transpose(ReadOnlySpan<HeapPileRow> rows, in ColumnWriter to)
    {
        Span<uint> snapshotId = to.Column<uint>(0);
        Span<TextId> kind = to.Column<TextId>(1);
        Span<TextId> name = to.Column<TextId>(2);
        Span<ulong> address = to.Column<ulong>(3);
        Span<long> count = to.Column<long>(4);
        for (int i = 0; i < rows.Length; i++)
        {
            ref readonly HeapPileRow row = ref rows[i];
            snapshotId[i] = row.SnapshotId;
            kind[i] = row.Kind;
            name[i] = row.Name;
            address[i] = row.Address.GetValueOrDefault();
            count[i] = row.Count;
            if (row.Address is null)
                to.SetNull(3, i);
        }
    }
}
