using Fathom.Model.Tables;

namespace Fathom.Model.Heap;

/// <summary>Tasks that have not completed and stand in equal chains of calls; tasks that failed unseen, and what is not known.</summary>
[Table("heap_task", "heap", "snapshot_id")]
public readonly partial record struct HeapTaskRow(
    [Column("The snapshot.")] uint SnapshotId,
    [Column("How far the innermost call has come. waiting: what it waits for has not come; ready: it has, and the call waits for a "
        + "thread; running; queued: waits for a thread and has not begun; created: not started; yielded: an asynchronous iterator that nobody asks for "
        + "its next element; faulted: failed, and nobody looked at the exception; not_known.")]
    TextId Status,
    [Column("Outermost tasks: those that no other one waits for.")] long Count,
    [Column("What the innermost call waits for; the exception's type of tasks that failed; absent where that is not kept.", Nullable = true)] TextId Awaits,
    [Column("The calls that wait for each other, innermost first, each with the number of the await that it stands at, separated by ' < '; absent for "
        + "tasks that no call waits for.",
        Nullable = true)]
    TextId Path,
    [Column("Calls in the chain.")] int CallCount,
    [Column("Which await the innermost call stands at, 1 = the first; absent where it stands at none.")] int? AwaitIndex);
