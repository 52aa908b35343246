using Fathom.Model.Tables;

namespace Fathom.Model.Graph.Rows;

/// <summary>What one holder outside of the heap keeps alive. Each object counts once, so the rows of a snapshot add up to all objects that are alive.</summary>
[Table("heap_holder", "heap", "snapshot_id", "retained_bytes")]
public readonly partial record struct HeapHolderRow(
    [Column("The heap snapshot.")] uint SnapshotId,
    [Column("Kind of the root, as in heap_root; several for objects that only several holders together keep.")] TextId Kind,
    [Column("Who holds them: the static field, the method and thread; absent where only the kind is known.", Nullable = true)] TextId Holder,
    [Column("Full name of the type of the object that retains the most of those that it holds itself.")] TextId Type,
    [Column("Objects that it holds itself.")] long Count,
    [Column("Those of them that another holder holds too.")] long SharedCount,
    [Column("Objects that are kept, those behind them included.")] long RetainedCount,
    [Column("Bytes of these.")] long RetainedBytes);
