using Fathom.Model.Tables;

namespace Fathom.Model.Memory;

/// <summary>One figure of the control group (cgroup) of a process.</summary>
[Table("cgroup_fact", "memory", "snapshot_id", "fact")]
public readonly partial record struct CgroupFactRow(
    [Column("The look.")] uint SnapshotId,
    [Column("Path of the group in its hierarchy, as the process sees it.")] TextId Cgroup,
    [Column("1 or 2.")] int Version,
    [Column("What the figure is: current, limit, anon, …; see docs/memory.md.")] TextId Fact,
    [Column("Its value where it is a size; absent where there is none, such as no limit.")] long? SizeBytes,
    [Column("Its value where it is a count.")] long? Count,
    [Column("Its value where it is a time, in nanoseconds.")] long? DurationNs);
