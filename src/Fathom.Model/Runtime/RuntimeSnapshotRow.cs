using Fathom.Model.Tables;

namespace Fathom.Model.Runtime;

/// <summary>One look at tables that the runtime keeps: handles, finalizable objects, modules.</summary>
[Table("runtime_snapshot", "runtime", "snapshot_id")]
public readonly partial record struct RuntimeSnapshotRow(
    [Column("Number of the snapshot in the recording.")] uint SnapshotId,
    [Column("The process, as numbered in the process table.")] uint ProcessId,
    [Column("When the target was stopped, or the dump was read: nanoseconds since recording start.")] long TsNs,
    [Column("live or core.")] TextId Source,
    [Column("Estimate made before the stop, in nanoseconds; absent for a dump.")] long? ExpectedPauseNs,
    [Column("How long the target was stopped, in nanoseconds, measured; absent for a dump.")] long? PauseNs);
