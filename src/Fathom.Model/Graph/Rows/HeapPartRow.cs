using Fathom.Model.Tables;

namespace Fathom.Model.Graph.Rows;

/// <summary>Which objects of a saved graph lie in which generation of which segment.</summary>
[Table("heap_part", "heap")]
public readonly partial record struct HeapPartRow(
    [Column("The snapshot.")] uint SnapshotId,
    [Column("Number of the first object.")] uint FirstObject,
    [Column("Number of the last object, plus one.")] uint EndObject,
    [Column("The segment; 0 where the source has no segments.")] uint SegmentId,
    [Column("gen0, gen1, gen2, large, pinned or frozen; absent where the source does not report it.", Nullable = true)] TextId Generation);
