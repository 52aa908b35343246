using Fathom.Model.Tables;

namespace Fathom.Model.Inspection;

/// <summary>A Dictionary or HashSet whose internal chains are broken.</summary>
[Table("heap_corruption", "heap", "snapshot_id", "address")]
public readonly partial record struct HeapCorruptionRow(
    [Column("The snapshot, as numbered in stack_snapshot.")] uint SnapshotId,
    [Column("The collection.")] ulong Address,
    [Column("Its type.")] TextId Type,
    [Column("cycle: a chain leads back into itself; out_of_range: a chain leads to an entry that is not in use.")] TextId Problem,
    [Column("The first bucket with such a chain, from 0.")] long Bucket,
    [Column("The entry whose link is wrong, from 0; -1 where it is the bucket's own.")] long Entry,
    [Column("Entries in use.")] long EntryCount);
