using Fathom.Model.Tables;

namespace Fathom.Model.Recording;

/// <summary>Something that was there and could not be read.</summary>
[Table("loss", "judging")]
public readonly partial record struct LossRow(
    [Column("What was being read, such as heap.")] TextId Source,
    [Column("Where in the source: a segment, a file, a thread.", Nullable = true)] TextId Scope,
    [Column("First address or time stamp of the gap.")] ulong RangeFrom,
    [Column("End of the gap, exclusive.")] ulong RangeTo,
    [Column("Items lost, where they could be counted; 0 otherwise.")] long Count,
    [Column("Bytes lost, where they could be counted; 0 otherwise.")] long Bytes,
    [Column("Why, in a short phrase.")] TextId Reason,
    [Column("Tables that lack it, with commas between them; absent where that is not known, so that it counts for all.", Nullable = true)] TextId Tables = default,
    [Column("What was kept and lost together, counted as the items; absent where it is not known.")] long? OutOf = null);
