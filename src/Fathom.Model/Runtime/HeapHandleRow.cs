using Fathom.Model.Tables;

namespace Fathom.Model.Runtime;

/// <summary>GC handles of one kind that refer to objects of one type.</summary>
[Table("heap_handle", "heap", "snapshot_id", "kind")]
public readonly partial record struct HeapHandleRow(
    [Column("The runtime snapshot.")] uint SnapshotId,
    [Column("strong, pinned, async_pinned, weak_short, weak_long, dependent, ref_counted, sized_ref, weak_winrt, weak_interior (a pointer into an "
        + "object) or cross_reference.")]
    TextId Kind,
    [Column("Type of the objects; absent for handles that are empty.", Nullable = true)] TextId Type,
    [Column("Type of the objects that a dependent handle keeps alive as long as the first one lives.", Nullable = true)] TextId DependentType,
    [Column("Handles.")] long Count,
    [Column("Bytes of the objects themselves, each counted once, without what they hold.")] long SizeBytes);
