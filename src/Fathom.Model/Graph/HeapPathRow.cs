using Fathom.Model.Tables;

namespace Fathom.Model.Graph;

/// <summary>Paths from roots to objects that have the same shape.</summary>
public readonly record struct HeapPathRow(
    uint SnapshotId,
    uint PathId,
    TextId Question,
    TextId RootKind,
    TextId Holder,
    TextId Type,
    long Count,
    long SizeBytes,
    ulong ExampleAddress) : IRow<HeapPathRow>
{
    /// <inheritdoc/>
    public static TableSchema Schema { get; } = new(
        "heap_path",
        "heap",
        "Shortest paths from roots to objects, merged where their roots and types are the same.",
        [
            new("snapshot_id", ColumnType.UInt32, "The heap snapshot."),
            new("path_id", ColumnType.UInt32, "Number of the path."),
            new("question", ColumnType.Text, "path for those that were asked for, suspect for those to a suspect."),
            new("root_kind", ColumnType.Text, "static, thread_static, stack, strong_handle, pinned_handle, async_pinned_handle, ref_counted_handle, sized_ref_handle, finalizer_ready, finalizer_registered or other."),
            new("holder", ColumnType.Text, "Who holds the first object: the static field, the thread and method, the kind of handle; absent where only the kind is known.", Nullable: true),
            new("type", ColumnType.Text, "Type of the objects that the path leads to."),
            new("count", ColumnType.Int64, "Objects that are reached this way."),
            new("size_bytes", ColumnType.Int64, "Bytes that they occupy themselves."),
            new("example_address", ColumnType.UInt64, "One of them."),
        ],
        ["snapshot_id", "path_id"]);

    /// <inheritdoc/>
    public static void Transpose(ReadOnlySpan<HeapPathRow> rows, in ColumnWriter to)
    {
        Span<uint> snapshotId = to.Column<uint>(0);
        Span<uint> pathId = to.Column<uint>(1);
        Span<TextId> question = to.Column<TextId>(2);
        Span<TextId> rootKind = to.Column<TextId>(3);
        Span<TextId> holder = to.Column<TextId>(4);
        Span<TextId> type = to.Column<TextId>(5);
        Span<long> count = to.Column<long>(6);
        Span<long> sizeBytes = to.Column<long>(7);
        Span<ulong> exampleAddress = to.Column<ulong>(8);
        for (int i = 0; i < rows.Length; i++)
        {
            ref readonly HeapPathRow row = ref rows[i];
            snapshotId[i] = row.SnapshotId;
            pathId[i] = row.PathId;
            question[i] = row.Question;
            rootKind[i] = row.RootKind;
            holder[i] = row.Holder;
            type[i] = row.Type;
            count[i] = row.Count;
            sizeBytes[i] = row.SizeBytes;
            exampleAddress[i] = row.ExampleAddress;
        }
    }
}
