using Fathom.Model.Tables;

namespace Fathom.Model.Heap;

/// <summary>A field or element of an object that was looked into.</summary>
[Table("heap_object_field", "heap", "snapshot_id", "object_address", "kind", "position")]
public readonly partial record struct HeapObjectFieldRow(
    [Column("The snapshot.")] uint SnapshotId,
    [Column("The object.")] ulong ObjectAddress,
    [Column("field, also of a struct inside of the object; or element, of an array or of what a collection holds.")] TextId Kind,
    [Column("Place among the fields, base classes first; or number of the element, from 0.")] int Position,
    [Column("Name of the field, with those of the structs around it; [3] or [key] for an element.")] TextId Name,
    [Column("Declared type; absent where the runtime does not report it.", Nullable = true)] TextId Type,
    [Column("The value as text; absent where it cannot be read.", Nullable = true)] TextId Value,
    [Column("Address of the object that it refers to; absent for values and for references to none.")] ulong? Reference,
    [Column("Address of the value.")] ulong Address,
    [Column("The class that declares the field; absent for elements.", Nullable = true)] TextId DeclaredBy);
