using Fathom.Model.Tables;

namespace Fathom.Model.Heap;

/// <summary>
/// Strings of a snapshot by their text. Two texts are one when 64-bit hash and length are equal; among a million different ones the chance of any
/// mistake is below 3 in 100 million.
/// </summary>
[Table("heap_string", "heap", "snapshot_id", "length")]
public readonly partial record struct HeapStringRow(
    [Column("The snapshot.")] uint SnapshotId,
    [Column("Hash of the text, the same in every recording; absent for strings that were not distinguished because there were too many different ones.")]
    ulong? Hash,
    [Column("UTF-16 characters; where hash is absent, the power of two at or below the length (0 for empty ones).")] int Length,
    [Column("Strings.")] long Count,
    [Column("Bytes that they occupy.")] long SizeBytes,
    [Column("The first 80 characters; absent for strings that exist once and are shorter than 512 characters.", Nullable = true)] TextId Text);
