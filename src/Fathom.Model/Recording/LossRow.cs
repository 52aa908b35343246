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
    [Column("Why, in a short phrase.")] TextId Reason);
