using Fathom.Model.Tables;

namespace Fathom.Model.Memory;

/// <summary>Memory that a process holds but that is not in its resident set.</summary>
[Table("memory_holding", "memory", "snapshot_id")]
public readonly partial record struct MemoryHoldingRow(
    [Column("The look.")] uint SnapshotId,
    [Column("huge pages, page tables, swap, unmapped shared memory, pipe buffers or socket buffers.")] TextId Category,
    [Column("The descriptor and what it is of; absent where there is nothing to add.", Nullable = true)] TextId Owner,
    [Column("Things that hold it: descriptors, or 1.")] int Count,
    [Column("Bytes.")] long SizeBytes);
