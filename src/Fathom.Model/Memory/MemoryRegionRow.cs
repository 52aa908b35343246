using Fathom.Model.Tables;

namespace Fathom.Model.Memory;

/// <summary>A piece of the address space with one owner: a mapping, or the part of one that an owner is known for.</summary>
[Table("memory_region", "memory", "snapshot_id", "region_id")]
public readonly partial record struct MemoryRegionRow(
    [Column("The look.")] uint SnapshotId,
    [Column("Number of the region, starting at 1, in address order.")] uint RegionId,
    [Column("Number of the mapping (VMA) that it is part of, starting at 1.")] uint MappingId,
    [Column("First byte.")] ulong StartAddress,
    [Column("End, exclusive.")] ulong EndAddress,
    [Column("As in maps: r, w, x, and p (private) or s (shared).")] TextId Permissions,
    [Column("What the memory is for; see docs/memory.md.")] TextId Category,
    [Column("What it belongs to within the category: generation, kind of heap, thread, file; absent where there is nothing to add.", Nullable = true)]
    TextId Owner,
    [Column("What maps shows: a file, or a name in brackets; absent for memory without one.", Nullable = true)] TextId Path,
    [Column("Length.")] long VirtualBytes,
    [Column("Resident bytes. Absent where the source does not report it, as a core does not.")] long? RssBytes,
    [Column("Resident bytes with shared pages divided by their users; divided over the regions of a mapping by their resident bytes. Absent where "
        + "the source does not report it.")]
    long? PssBytes,
    [Column("Resident bytes that no other process maps; divided like pss_bytes.")] long? PrivateBytes,
    [Column("Bytes in swap; absent where the source does not report it.")] long? SwapBytes,
    [Column("Committed bytes, resident or not, where the system counts them per region, as Windows does.")] long? CommittedBytes = null,
    [Column("Bytes that the file holds, where the source is a core.")] long? SavedBytes = null);
