using Fathom.Model.Tables;

namespace Fathom.Model.Threads;

/// <summary>A thread owns a lock, or waits for something.</summary>
public readonly record struct ThreadLockRow(
    uint SnapshotId,
    uint ThreadId,
    TextId Relation,
    TextId Kind,
    ulong? Address,
    TextId Type,
    int Count,
    bool Timed) : IRow<ThreadLockRow>
{
    /// <inheritdoc/>
    public static TableSchema Schema { get; } = new(
        "thread_lock",
        "stacks",
        "A thread owns a lock, or waits for a lock or for something else.",
        [
            new("snapshot_id", ColumnType.UInt32, "The look at the threads."),
            new("thread_id", ColumnType.UInt32, "The thread, as numbered in the thread table."),
            new("relation", ColumnType.Text, "owns or waits."),
            new("kind", ColumnType.Text, "monitor, lock, rw_read, rw_write, rw_upgradeable, semaphore, task, thread (the end of one), event, pulse, handle, sleep or work (an idle worker of the pool)."),
            new("address", ColumnType.UInt64, "Address of the lock or of what is waited for; absent where it could not be told, and for sleep.", Nullable: true),
            new("type", ColumnType.Text, "Type of that object.", Nullable: true),
            new("count", ColumnType.Int32, "How often an owner has entered; 1 for a wait."),
            new("timed", ColumnType.Boolean, "Whether a wait ends by itself after a time, as far as the method tells (TryEnter)."),
        ],
        ["snapshot_id", "thread_id"]);

    /// <inheritdoc/>
    public static void Transpose(ReadOnlySpan<ThreadLockRow> rows, in ColumnWriter to)
    {
        Span<uint> snapshotId = to.Column<uint>(0);
        Span<uint> threadId = to.Column<uint>(1);
        Span<TextId> relation = to.Column<TextId>(2);
        Span<TextId> kind = to.Column<TextId>(3);
        Span<ulong> address = to.Column<ulong>(4);
        Span<TextId> type = to.Column<TextId>(5);
        Span<int> count = to.Column<int>(6);
        Span<bool> timed = to.Column<bool>(7);
        for (int i = 0; i < rows.Length; i++)
        {
            ref readonly ThreadLockRow row = ref rows[i];
            snapshotId[i] = row.SnapshotId;
            threadId[i] = row.ThreadId;
            relation[i] = row.Relation;
            kind[i] = row.Kind;
            address[i] = row.Address.GetValueOrDefault();
            type[i] = row.Type;
            count[i] = row.Count;
            timed[i] = row.Timed;
            if (row.Address is null)
                to.SetNull(4, i);
        }
    }
}
