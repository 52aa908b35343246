using Fathom.Model.Tables;

namespace Fathom.Model.Graph.Rows;

/// <summary>
/// Where a saved graph lacks references that the heap has; without rows it lacks none. What it does not reach may be alive all the same.
/// </summary>
[Table("heap_gap", "heap")]
public readonly partial record struct HeapGapRow(
    [Column("The snapshot.")] uint SnapshotId,
    [Column("An object some of whose references are not known; absent for roots or objects that could not be read.")] uint? ObjectId);
