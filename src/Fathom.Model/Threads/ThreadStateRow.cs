using Fathom.Model.Tables;

namespace Fathom.Model.Threads;

/// <summary>What a thread was doing at a snapshot.</summary>
[Table("thread_state", "stacks", "snapshot_id", "thread_id")]
public readonly partial record struct ThreadStateRow(
    [Column("The thread snapshot.")] uint SnapshotId,
    [Column("The thread, as numbered in the thread table.")] uint ThreadId,
    [Column("running, sleeping, disk, stopped, dead or idle, as the kernel said before the stop; absent for a dump.", Nullable = true)] TextId State,
    [Column("CPU time since the start of the thread, in nanoseconds; absent where the dump does not hold it.")] long? CpuNs,
    [Column("CPU time during interval_ns of the snapshot, in nanoseconds; absent for a dump.")] long? IntervalCpuNs,
    [Column("Time during the interval in which the thread could have run and no processor was free, in nanoseconds; absent where the kernel does not "
        + "tell.")]
    long? IntervalReadyNs,
    [Column("How often the thread alone was sampled during the interval and found in managed code; absent for threads that were not "
        + "busy.")]
    int? GlanceCount,
    [Column("How many of these samples found it in the same innermost managed method.")] int? GlanceSameCount,
    [Column("That method, as numbered in the method table.")] uint? GlanceMethodId,
    [Column("The stack, as in stack_frame; threads with the same methods share one.")] uint StackId,
    [Column("Type of the exception that the thread is handling; absent without one.", Nullable = true)] TextId ExceptionType,
    [Column("Message of that exception.", Nullable = true)] TextId ExceptionMessage);
