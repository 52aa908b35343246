using Fathom.Model.Tables;

namespace Fathom.Model.Heap;

/// <summary>The strings of a snapshot summed up by how often their text exists, so that the totals of millions of texts are not a question about each of them.</summary>
[Table("heap_string_total", "heap", "snapshot_id")]
public readonly partial record struct HeapStringTotalRow(
    [Column("The snapshot.")] uint SnapshotId,
    [Column("duplicate (the text exists more than once), unique, or other (not distinguished).")] TextId Kind,
    [Column("Strings.")] long Count,
    [Column("Different texts; 0 for other.")] long DistinctCount,
    [Column("Bytes that the strings occupy.")] long SizeBytes,
    [Column("Bytes that all but one string of each text occupy; 0 for other.")] long WasteBytes);
