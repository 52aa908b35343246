using Fathom.Model.Tables;

namespace Fathom.Model.Orphans;

/// <summary>
/// A part of the machine's memory. The rows without part_of add up to MemTotal; the others say more about one of those, or lie outside of memory.
/// </summary>
[Table("machine_memory", "memory", "snapshot_id", "position")]
public readonly partial record struct MachineMemoryRow(
    [Column("The look.")] uint SnapshotId,
    [Column("Place in the balance, starting at 1.")] int Position,
    [Column("What it is; see docs/orphans.md.")] TextId Kind,
    [Column("The kind that it is a part of, or swap, which is not a part of memory; absent for the rows that add up.", Nullable = true)] TextId PartOf,
    [Column("Which file, device or size of page; absent where there is nothing to add.", Nullable = true)] TextId Name,
    [Column("Bytes. The row unaccounted may be below zero: the kernel updates each counter separately and with delay.")] long SizeBytes);
