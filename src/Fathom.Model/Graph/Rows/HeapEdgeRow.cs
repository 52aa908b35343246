using Fathom.Model.Tables;

namespace Fathom.Model.Graph.Rows;

/// <summary>One reference from an object to another one; an object that refers to another one twice has two rows.</summary>
[Table("heap_edge", "heap")]
public readonly partial record struct HeapEdgeRow(
    [Column("The snapshot.")] uint SnapshotId,
    [Column("The object that holds the reference; of a dependent handle, its first object.")] uint FromObject,
    [Column("The object that is referred to.")] uint ToObject);
