using Fathom.Model.Tables;

namespace Fathom.Model.Runtime;

/// <summary>Handles of one kind to objects of one type.</summary>
public readonly record struct HeapHandleRow(
    uint SnapshotId,
    TextId Kind,
    TextId Type,
    TextId DependentType,
    long Count,
    long SizeBytes) : IRow<HeapHandleRow>
{
    /// <inheritdoc/>
    public static TableSchema Schema { get; } = new(
        "heap_handle",
        "heap",
        "GC handles of one kind that refer to objects of one type.",
        [
            new("snapshot_id", ColumnType.UInt32, "The look at the runtime."),
            new("kind", ColumnType.Text, "strong, pinned, async_pinned, weak_short, weak_long, dependent, ref_counted, sized_ref, weak_winrt, weak_interior (a pointer into an object) or cross_reference."),
            new("type", ColumnType.Text, "Type of the objects; absent for handles that are empty.", Nullable: true),
            new("dependent_type", ColumnType.Text, "Type of the objects that a dependent handle keeps alive as long as the first one lives.", Nullable: true),
            new("count", ColumnType.Int64, "Handles."),
            new("size_bytes", ColumnType.Int64, "Bytes of the objects themselves, each counted once, without what they hold."),
        ],
        ["snapshot_id", "kind"]);

    /// <inheritdoc/>
    public static void Transpose(ReadOnlySpan<HeapHandleRow> rows, in ColumnWriter to)
    {
        Span<uint> snapshotId = to.Column<uint>(0);
        Span<TextId> kind = to.Column<TextId>(1);
        Span<TextId> type = to.Column<TextId>(2);
        Span<TextId> dependentType = to.Column<TextId>(3);
        Span<long> count = to.Column<long>(4);
        Span<long> sizeBytes = to.Column<long>(5);
        for (int i = 0; i < rows.Length; i++)
        {
            ref readonly HeapHandleRow row = ref rows[i];
            snapshotId[i] = row.SnapshotId;
            kind[i] = row.Kind;
            type[i] = row.Type;
            dependentType[i] = row.DependentType;
            count[i] = row.Count;
            sizeBytes[i] = row.SizeBytes;
        }
    }
}
