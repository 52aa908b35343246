using Fathom.Model.Tables;

namespace Fathom.Model.Heap;

/// <summary>Timers that are set, of one kind, with one period and for one method.</summary>
[Table("heap_timer", "heap", "snapshot_id")]
public readonly partial record struct HeapTimerRow(
    [Column("The snapshot.")] uint SnapshotId,
    [Column("What the timers are for: Timer, Task.Delay, Task.WaitAsync, PeriodicTimer, CancellationTokenSource; not_known.")] TextId Kind,
    [Column("What is called: the method of a Timer's delegate, the async method that awaits a Task.Delay or Task.WaitAsync; absent where that is not "
        + "kept.",
        Nullable = true)]
    TextId Callback,
    [Column("How often it fires; absent for once.")] long? PeriodNs,
    [Column("Timers.")] long Count,
    [Column("Time until the first of them fires, below 0 where it should have; absent in a dump, which has no clock.")] long? FirstDueNs,
    [Column("Time until the last of them fires; absent in a dump.")] long? LastDueNs);
