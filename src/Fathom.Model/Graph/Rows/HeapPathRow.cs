using Fathom.Model.Tables;

namespace Fathom.Model.Graph.Rows;

/// <summary>Shortest paths from roots to objects, merged where their roots and types are the same.</summary>
[Table("heap_path", "heap", "snapshot_id", "path_id")]
public readonly partial record struct HeapPathRow(
    [Column("The heap snapshot.")] uint SnapshotId,
    [Column("Number of the path.")] uint PathId,
    [Column("path for requested paths, suspect for the path to a suspect.")] TextId Question,
    [Column("static, thread_static, stack, strong_handle, pinned_handle, async_pinned_handle, ref_counted_handle, sized_ref_handle, finalizer_ready, "
        + "finalizer_registered or other.")]
    TextId RootKind,
    [Column("Who holds the first object: the static field, the thread and method, the kind of "
        + "handle; absent where only the kind is known.", Nullable = true)]
    TextId Holder,
    [Column("Type of the objects that the path leads to.")] TextId Type,
    [Column("Objects that are reached this way.")] long Count,
    [Column("Bytes that these objects themselves occupy.")] long SizeBytes,
    [Column("One of these objects.")] ulong ExampleAddress);
