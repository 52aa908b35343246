using Fathom.Model.Tables;

namespace Fathom.Model.Inspection;

/// <summary>A delegate that calls many targets: the subscribers of an event.</summary>
[Table("heap_delegate", "heap", "snapshot_id", "address")]
public readonly partial record struct HeapDelegateRow(
    [Column("The snapshot, as numbered in stack_snapshot.")] uint SnapshotId,
    [Column("The delegate.")] ulong Address,
    [Column("Its type.")] TextId Type,
    [Column("Targets that it calls.")] long TargetCount,
    [Column("The most frequent type among them; absent where the targets are static methods.", Nullable = true)] TextId TargetType,
    [Column("Targets of that type.")] long TargetTypeCount,
    [Column("Type of an object or class with a field that holds the delegate; absent where none was found.", Nullable = true)] TextId OwnerType,
    [Column("That field.", Nullable = true)] TextId OwnerField,
    [Column("Whether it is a static field.")] bool OwnerStatic);
