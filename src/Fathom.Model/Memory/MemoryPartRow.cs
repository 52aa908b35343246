using Fathom.Model.Tables;

namespace Fathom.Model.Memory;

/// <summary>
/// What the bytes of a piece of the managed heap are, where its objects were walked in the same stop, or of malloc, where its chunks were followed. Objects and free blocks lie between each
/// other, so a part has no addresses. The figures of the managed heap are shared out by the bytes of each part in its segment; of malloc, resident bytes are counted by page.
/// </summary>
[Table("memory_part", "memory", "snapshot_id", "region_id")]
public readonly partial record struct MemoryPartRow(
    [Column("The look.")] uint SnapshotId,
    [Column("The region, in table memory_region. Its parts add up to it.")] uint RegionId,
    [Column("live and dead (objects that a root reaches, and the others), live and not known (where references were lost), or allocated (both, where "
        + "liveness was not computed); free. Of malloc: in use, free, not known.")]
    TextId Part,
    [Column("Length.")] long VirtualBytes,
    [Column("Resident bytes. Absent where the source does not report it, as a core does not.")] long? RssBytes,
    [Column("Resident bytes with shared pages divided by their users.")] long? PssBytes,
    [Column("Resident bytes that no other process maps.")] long? PrivateBytes,
    [Column("Bytes in swap.")] long? SwapBytes,
    [Column("Bytes that the file holds, where the source is a core.")] long? SavedBytes = null);
