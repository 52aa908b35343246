using Fathom.Model.Tables;

namespace Fathom.Model.Heap;

/// <summary>A field or element of an object that was looked into.</summary>
public readonly record struct HeapObjectFieldRow(
    uint SnapshotId,
    ulong ObjectAddress,
    TextId Kind,
    int Position,
    TextId Name,
    TextId Type,
    TextId Value,
    ulong? Reference,
    ulong Address,
    TextId DeclaredBy) : IRow<HeapObjectFieldRow>
{
    /// <inheritdoc/>
    public static TableSchema Schema { get; } = new(
        "heap_object_field",
        "heap",
        "A field or element of an object that was looked into.",
        [
            new("snapshot_id", ColumnType.UInt32, "The snapshot."),
            new("object_address", ColumnType.UInt64, "The object."),
            new("kind", ColumnType.Text, "field, also of a struct inside of the object; or element, of an array or of what a collection holds."),
            new("position", ColumnType.Int32, "Place among the fields, base classes first; or number of the element, from 0."),
            new("name", ColumnType.Text, "Name of the field, with those of the structs around it; [3] or [key] for an element."),
            new("type", ColumnType.Text, "Declared type; absent where the runtime does not tell.", Nullable: true),
            new("value", ColumnType.Text, "The value as text; absent where it cannot be read.", Nullable: true),
            new("reference", ColumnType.UInt64, "Address of the object that it refers to; absent for values and for references to none.", Nullable: true),
            new("address", ColumnType.UInt64, "Where the value stands."),
            new("declared_by", ColumnType.Text, "The class that declares the field; absent for elements.", Nullable: true),
        ],
        ["snapshot_id", "object_address", "kind", "position"]);

    /// <inheritdoc/>
    public static void Transpose(ReadOnlySpan<HeapObjectFieldRow> rows, in ColumnWriter to)
    {
        Span<uint> snapshotId = to.Column<uint>(0);
        Span<ulong> objectAddress = to.Column<ulong>(1);
        Span<TextId> kind = to.Column<TextId>(2);
        Span<int> position = to.Column<int>(3);
        Span<TextId> name = to.Column<TextId>(4);
        Span<TextId> type = to.Column<TextId>(5);
        Span<TextId> value = to.Column<TextId>(6);
        Span<ulong> reference = to.Column<ulong>(7);
        Span<ulong> address = to.Column<ulong>(8);
        Span<TextId> declaredBy = to.Column<TextId>(9);
        for (int i = 0; i < rows.Length; i++)
        {
            ref readonly HeapObjectFieldRow row = ref rows[i];
            snapshotId[i] = row.SnapshotId;
            objectAddress[i] = row.ObjectAddress;
            kind[i] = row.Kind;
            position[i] = row.Position;
            name[i] = row.Name;
            type[i] = row.Type;
            value[i] = row.Value;
            reference[i] = row.Reference.GetValueOrDefault();
            address[i] = row.Address;
            declaredBy[i] = row.DeclaredBy;
            if (row.Reference is null)
                to.SetNull(7, i);
        }
    }
}
