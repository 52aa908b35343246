using Fathom.Model.Tables;

namespace Fathom.Model.Graph.Rows;

/// <summary>A row of the heap_edge table that a dependent handle makes, as those of a ConditionalWeakTable do: no field holds the second object.</summary>
[Table("heap_dependent", "heap")]
public readonly partial record struct HeapDependentRow(
    [Column("The snapshot.")] uint SnapshotId,
    [Column("The first object of the handle.")] uint FromObject,
    [Column("The object that lives as long as the first one does.")] uint ToObject);
