using Fathom.Model.Tables;

namespace Fathom.Model.Inspection;

/// <summary>A delegate that calls many targets.</summary>
public readonly record struct HeapDelegateRow(
    uint SnapshotId,
    ulong Address,
    TextId Type,
    long TargetCount,
    TextId TargetType,
    long TargetTypeCount,
    TextId OwnerType,
    TextId OwnerField,
    bool OwnerStatic) : IRow<HeapDelegateRow>
{
    /// <inheritdoc/>
    public static TableSchema Schema { get; } = new(
        "heap_delegate",
        "heap",
        "A delegate that calls many targets: the subscribers of an event.",
        [
            new("snapshot_id", ColumnType.UInt32, "The look, as numbered in stack_snapshot."),
            new("address", ColumnType.UInt64, "The delegate."),
            new("type", ColumnType.Text, "Its type."),
            new("target_count", ColumnType.Int64, "Targets that it calls."),
            new("target_type", ColumnType.Text, "The most frequent type among them; absent where the targets are static methods.", Nullable: true),
            new("target_type_count", ColumnType.Int64, "Targets of that type."),
            new("owner_type", ColumnType.Text, "Type of an object or class with a field that holds the delegate; absent where none was found.", Nullable: true),
            new("owner_field", ColumnType.Text, "That field.", Nullable: true),
            new("owner_static", ColumnType.Boolean, "Whether it is a static field."),
        ],
        ["snapshot_id", "address"]);

    /// <inheritdoc/>
    public static void Transpose(ReadOnlySpan<HeapDelegateRow> rows, in ColumnWriter to)
    {
        Span<uint> snapshotId = to.Column<uint>(0);
        Span<ulong> address = to.Column<ulong>(1);
        Span<TextId> type = to.Column<TextId>(2);
        Span<long> targetCount = to.Column<long>(3);
        Span<TextId> targetType = to.Column<TextId>(4);
        Span<long> targetTypeCount = to.Column<long>(5);
        Span<TextId> ownerType = to.Column<TextId>(6);
        Span<TextId> ownerField = to.Column<TextId>(7);
        Span<bool> ownerStatic = to.Column<bool>(8);
        for (int i = 0; i < rows.Length; i++)
        {
            ref readonly HeapDelegateRow row = ref rows[i];
            snapshotId[i] = row.SnapshotId;
            address[i] = row.Address;
            type[i] = row.Type;
            targetCount[i] = row.TargetCount;
            targetType[i] = row.TargetType;
            targetTypeCount[i] = row.TargetTypeCount;
            ownerType[i] = row.OwnerType;
            ownerField[i] = row.OwnerField;
            ownerStatic[i] = row.OwnerStatic;
        }
    }
}
