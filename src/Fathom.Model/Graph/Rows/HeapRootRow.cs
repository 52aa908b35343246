using Fathom.Model.Tables;

namespace Fathom.Model.Graph.Rows;

/// <summary>One reference from outside the heap that keeps an object alive; an object may have several.</summary>
[Table("heap_root", "heap")]
public readonly partial record struct HeapRootRow(
    [Column("The snapshot.")] uint SnapshotId,
    [Column("The object.")] uint ObjectId,
    [Column("static, thread_static, stack, strong_handle, pinned_handle, async_pinned_handle, ref_counted_handle, sized_ref_handle, finalizer_ready, "
        + "finalizer_registered or other.")]
    TextId Kind,
    [Column("Who holds it: the static field, the method and thread; absent where only the kind is known.", Nullable = true)] TextId Holder);
