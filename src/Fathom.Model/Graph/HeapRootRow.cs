using Fathom.Model.Tables;

namespace Fathom.Model.Graph;

/// <summary>One root of a saved graph.</summary>
public readonly record struct HeapRootRow(
    uint SnapshotId,
    uint ObjectId,
    TextId Kind,
    TextId Holder) : IRow<HeapRootRow>
{
    /// <inheritdoc/>
    public static TableSchema Schema { get; } = new(
        "heap_root",
        "heap",
        "One reference from outside the heap that keeps an object alive; an object may have several.",
        [
            new("snapshot_id", ColumnType.UInt32, "The snapshot."),
            new("object_id", ColumnType.UInt32, "The object."),
            new("kind", ColumnType.Text, "static, thread_static, stack, strong_handle, pinned_handle, async_pinned_handle, ref_counted_handle, sized_ref_handle, finalizer_ready, finalizer_registered or other."),
            new("holder", ColumnType.Text, "Who holds it: the static field, the method and thread; absent where only the kind is known.", Nullable: true),
        ],
        []);

    /// <inheritdoc/>
    public static void Transpose(ReadOnlySpan<HeapRootRow> rows, in ColumnWriter to)
    {
        Span<uint> snapshotId = to.Column<uint>(0);
        Span<uint> objectId = to.Column<uint>(1);
        Span<TextId> kind = to.Column<TextId>(2);
        Span<TextId> holder = to.Column<TextId>(3);
        for (int i = 0; i < rows.Length; i++)
        {
            ref readonly HeapRootRow row = ref rows[i];
            snapshotId[i] = row.SnapshotId;
            objectId[i] = row.ObjectId;
            kind[i] = row.Kind;
            holder[i] = row.Holder;
        }
    }
}
