using Fathom.Model.Tables;

namespace Fathom.Model.Threads;

/// <summary>One look at all threads of a process at one instant.</summary>
[Table("stack_snapshot", "stacks", "snapshot_id")]
public readonly partial record struct StackSnapshotRow(
    [Column("Number of the snapshot in the recording.")] uint SnapshotId,
    [Column("The process, as numbered in the process table.")] uint ProcessId,
    [Column("When the target was stopped, or the dump was read: nanoseconds since recording start.")] long TsNs,
    [Column("live or core; proc for a snapshot without stacks, saved with a dump.")] TextId Source,
    [Column("How long the running threads were watched before the stop, in nanoseconds; absent for a dump.")] long? IntervalNs,
    [Column("Estimate made before the stop, in nanoseconds; absent for a dump.")] long? ExpectedPauseNs,
    [Column("How long the target was stopped, in nanoseconds, measured; absent for a dump.")] long? PauseNs);
