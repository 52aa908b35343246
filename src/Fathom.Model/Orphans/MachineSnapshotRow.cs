using Fathom.Model.Tables;

namespace Fathom.Model.Orphans;

/// <summary>One look at the memory of the whole machine.</summary>
[Table("machine_snapshot", "memory", "snapshot_id")]
public readonly partial record struct MachineSnapshotRow(
    [Column("Number of the snapshot in the recording.")] uint SnapshotId,
    [Column("When it was taken: nanoseconds since recording start.")] long TsNs,
    [Column("Host name.")] TextId Machine,
    [Column("MemTotal of /proc/meminfo.")] long MemTotalBytes,
    [Column("Managed pages of all zones of /proc/zoneinfo; 0 where it cannot be read. A virtual machine may give a guest its memory late.")]
    long ZoneBytes,
    [Column("Processes that were read, without kernel threads.")] int ProcessCount,
    [Column("Processes that could not be read for lack of permission.")] int RefusedProcessCount,
    [Column("Processes that ended while they were read.")] int VanishedProcessCount);
