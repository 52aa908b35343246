using Fathom.Model.Tables;

namespace Fathom.Model.Orphans;

/// <summary>Memory that is in the resident set of no process, with who holds it or was the last that is known to.</summary>
[Table("orphan", "memory", "snapshot_id", "orphan_id")]
public readonly partial record struct OrphanRow(
    [Column("The look.")] uint SnapshotId,
    [Column("Number of the case, starting at 1.")] uint OrphanId,
    [Column("What holds the memory; see docs/orphans.md.")] TextId Kind,
    [Column("Bytes that it holds, in memory or swapped out.")] long SizeBytes,
    [Column("Things of this kind, owner and name.")] long Count,
    [Column("The process that holds it, or the last known one; absent where there is none.")] long? OwnerPid,
    [Column("Name of that process, or of what else is responsible: a user, a setting of the kernel, a "
        + "control group; absent where it is not known.", Nullable = true)]
    TextId Owner,
    [Column("Its own name: a file, a key, a map; absent where it has none.", Nullable = true)] TextId Name,
    [Column("Where it was found.")] TextId Evidence);
