using Fathom.Model.Tables;

namespace Fathom.Model.Graph;

/// <summary>An object, or a group of objects of one type, that retains a large share of the heap.</summary>
public readonly record struct HeapSuspectRow(
    uint SnapshotId,
    uint SuspectId,
    TextId Kind,
    ulong Address,
    TextId Type,
    TextId Module,
    long Count,
    long RetainedBytes,
    long LiveBytes,
    ulong PointAddress,
    TextId PointType,
    long PointRetainedBytes,
    TextId HeldType,
    long HeldCount,
    long HeldRetainedBytes,
    uint PathId,
    TextId ChainType = default,
    long? ChainCount = null,
    long? ChainObjectCount = null,
    TextId BehindType = default,
    long? BehindCount = null,
    long? BehindRetainedBytes = null) : IRow<HeapSuspectRow>
{
    /// <inheritdoc/>
    public static TableSchema Schema { get; } = new(
        "heap_suspect",
        "heap",
        "Objects, and groups of objects of one type, at the top of the dominator tree that retain more than a share of what is alive.",
        [
            new("snapshot_id", ColumnType.UInt32, "The heap snapshot."),
            new("suspect_id", ColumnType.UInt32, "Number of the suspect, the largest first."),
            new("kind", ColumnType.Text, "object or group."),
            new("address", ColumnType.UInt64, "The object; of a group the one that retains the most."),
            new("type", ColumnType.Text, "Full name of its type."),
            new("module", ColumnType.Text, "File name of the module.", Nullable: true),
            new("count", ColumnType.Int64, "Objects of the group, or 1."),
            new("retained_bytes", ColumnType.Int64, "Bytes that they retain."),
            new("live_bytes", ColumnType.Int64, "Bytes of all objects that are alive."),
            new("point_address", ColumnType.UInt64, "The accumulation point: down from the object, always to the largest part, the first one whose largest part is much smaller than itself."),
            new("point_type", ColumnType.Text, "Type of the accumulation point."),
            new("point_retained_bytes", ColumnType.Int64, "Bytes that it retains."),
            new("held_type", ColumnType.Text, "Type of those objects right below it that retain the most together; absent where it holds none alone.", Nullable: true),
            new("held_count", ColumnType.Int64, "How many they are."),
            new("held_retained_bytes", ColumnType.Int64, "Bytes that they retain."),
            new("path_id", ColumnType.UInt32, "The shortest path from a root to the accumulation point, in heap_path."),
            new("chain_type", ColumnType.Text, "Type of objects that refer to each other in a long row, such as the nodes of a linked list, where most of the suspect hangs on them; absent where there is no such chain.", Nullable: true),
            new("chain_count", ColumnType.Int64, "Chains that are held apart.", Nullable: true),
            new("chain_object_count", ColumnType.Int64, "Objects of the type in them.", Nullable: true),
            new("behind_type", ColumnType.Text, "The first type of the program behind the chain that retains the most; absent where nothing lies behind it.", Nullable: true),
            new("behind_count", ColumnType.Int64, "How many objects of that type come first behind the chain.", Nullable: true),
            new("behind_retained_bytes", ColumnType.Int64, "Bytes that they retain.", Nullable: true),
        ],
        ["snapshot_id", "suspect_id"]);

    /// <inheritdoc/>
    public static void Transpose(ReadOnlySpan<HeapSuspectRow> rows, in ColumnWriter to)
    {
        Span<uint> snapshotId = to.Column<uint>(0);
        Span<uint> suspectId = to.Column<uint>(1);
        Span<TextId> kind = to.Column<TextId>(2);
        Span<ulong> address = to.Column<ulong>(3);
        Span<TextId> type = to.Column<TextId>(4);
        Span<TextId> module = to.Column<TextId>(5);
        Span<long> count = to.Column<long>(6);
        Span<long> retainedBytes = to.Column<long>(7);
        Span<long> liveBytes = to.Column<long>(8);
        Span<ulong> pointAddress = to.Column<ulong>(9);
        Span<TextId> pointType = to.Column<TextId>(10);
        Span<long> pointRetainedBytes = to.Column<long>(11);
        Span<TextId> heldType = to.Column<TextId>(12);
        Span<long> heldCount = to.Column<long>(13);
        Span<long> heldRetainedBytes = to.Column<long>(14);
        Span<uint> pathId = to.Column<uint>(15);
        Span<TextId> chainType = to.Column<TextId>(16);
        Span<TextId> behindType = to.Column<TextId>(19);
        for (int i = 0; i < rows.Length; i++)
        {
            ref readonly HeapSuspectRow row = ref rows[i];
            snapshotId[i] = row.SnapshotId;
            suspectId[i] = row.SuspectId;
            kind[i] = row.Kind;
            address[i] = row.Address;
            type[i] = row.Type;
            module[i] = row.Module;
            count[i] = row.Count;
            retainedBytes[i] = row.RetainedBytes;
            liveBytes[i] = row.LiveBytes;
            pointAddress[i] = row.PointAddress;
            pointType[i] = row.PointType;
            pointRetainedBytes[i] = row.PointRetainedBytes;
            heldType[i] = row.HeldType;
            heldCount[i] = row.HeldCount;
            heldRetainedBytes[i] = row.HeldRetainedBytes;
            pathId[i] = row.PathId;
            chainType[i] = row.ChainType;
            behindType[i] = row.BehindType;
            Set(to, 17, i, row.ChainCount);
            Set(to, 18, i, row.ChainObjectCount);
            Set(to, 20, i, row.BehindCount);
            Set(to, 21, i, row.BehindRetainedBytes);
        }
    }

    private static void Set(in ColumnWriter to, int column, int row, long? value)
    {
        to.Column<long>(column)[row] = value.GetValueOrDefault();
        if (value is null)
            to.SetNull(column, row);
    }
}
