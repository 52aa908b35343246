using Fathom.Model.Tables;

namespace Fathom.Model.Graph.Rows;

/// <summary>The types of the objects on a path, from the one that the root refers to up to the one that was asked for.</summary>
[Table("heap_path_step", "heap", "snapshot_id", "path_id", "step")]
public readonly partial record struct HeapPathStepRow(
    [Column("The heap snapshot.")] uint SnapshotId,
    [Column("The path.")] uint PathId,
    [Column("Number of the step, from 1.")] uint Step,
    [Column("Full name of the type.")] TextId Type,
    [Column("Whether the path may go through objects of this type again and again, alone or in turn with neighbouring steps that also repeat.")]
    bool Repeats,
    [Column("Whether the object before it holds it by a dependent handle, as in a ConditionalWeakTable, and by none of its fields.")]
    bool? Dependent = null);
