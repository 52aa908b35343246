using Fathom.Model.Tables;

namespace Fathom.Model.Threads;

/// <summary>Async methods that stand at the same await and wait for the same kind of thing.</summary>
[Table("async_wait", "stacks", "snapshot_id", "method")]
public readonly partial record struct AsyncWaitRow(
    [Column("The thread snapshot.")] uint SnapshotId,
    [Column("The async method.")] TextId Method,
    [Column("The type that the compiler made for it; absent where the runtime itself suspends the call.", Nullable = true)] TextId StateMachine,
    [Column("Which await of the method is pending, 1 = the first in the order of the compiler, or of the JIT where the runtime itself suspends the call.")] int AwaitIndex,
    [Column("What it waits for: another async method, or the type of the awaited object; absent where it could not be determined.", Nullable = true)]
    TextId Awaits,
    [Column("Calls that are suspended there.")] long Count);
