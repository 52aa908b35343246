using Fathom.Model.Tables;

namespace Fathom.Model.Threads;

/// <summary>Async methods of one kind that stand at the same await.</summary>
public readonly record struct AsyncWaitRow(
    uint SnapshotId,
    TextId Method,
    TextId StateMachine,
    int AwaitIndex,
    TextId Awaits,
    long Count) : IRow<AsyncWaitRow>
{
    /// <inheritdoc/>
    public static TableSchema Schema { get; } = new(
        "async_wait",
        "stacks",
        "Async methods that stand at the same await and wait for the same kind of thing.",
        [
            new("snapshot_id", ColumnType.UInt32, "The look at the threads."),
            new("method", ColumnType.Text, "The async method."),
            new("state_machine", ColumnType.Text, "The type that the compiler made for it."),
            new("await_index", ColumnType.Int32, "Which await of the method it stands at, 1 = the first in the order of the compiler."),
            new("awaits", ColumnType.Text, "What it waits for: another async method, or the type of the awaited object; absent where it could not be told.", Nullable: true),
            new("count", ColumnType.Int64, "Calls that stand there."),
        ],
        ["snapshot_id", "method"]);

    /// <inheritdoc/>
    public static void Transpose(ReadOnlySpan<AsyncWaitRow> rows, in ColumnWriter to)
    {
        Span<uint> snapshotId = to.Column<uint>(0);
        Span<TextId> method = to.Column<TextId>(1);
        Span<TextId> stateMachine = to.Column<TextId>(2);
        Span<int> awaitIndex = to.Column<int>(3);
        Span<TextId> awaits = to.Column<TextId>(4);
        Span<long> count = to.Column<long>(5);
        for (int i = 0; i < rows.Length; i++)
        {
            ref readonly AsyncWaitRow row = ref rows[i];
            snapshotId[i] = row.SnapshotId;
            method[i] = row.Method;
            stateMachine[i] = row.StateMachine;
            awaitIndex[i] = row.AwaitIndex;
            awaits[i] = row.Awaits;
            count[i] = row.Count;
        }
    }
}
