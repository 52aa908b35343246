using Fathom.Model.Tables;

namespace Fathom.Model.Threads;

/// <summary>One thread of a process.</summary>
public readonly record struct ThreadRow(
    uint ThreadId,
    uint ProcessId,
    int Tid,
    int? ManagedThreadId,
    TextId Name,
    TextId Kind) : IRow<ThreadRow>
{
    /// <inheritdoc/>
    public static TableSchema Schema { get; } = new(
        "thread",
        "who",
        "A thread of a process.",
        [
            new("thread_id", ColumnType.UInt32, "Number of the thread in the recording, starting at 1."),
            new("process_id", ColumnType.UInt32, "The process, as numbered in the process table."),
            new("tid", ColumnType.Int32, "Number that the operating system gave the thread."),
            new("managed_thread_id", ColumnType.Int32, "Number that the runtime gave the thread; absent for threads that never ran managed code.", Nullable: true),
            new("name", ColumnType.Text, "Name of the managed thread, or else the first 15 bytes of it that the kernel keeps; absent where there is none.", Nullable: true),
            new("kind", ColumnType.Text, "managed, pool (worker of the thread pool), finalizer, gc, native for threads that never ran managed code, or unknown where the runtime was not asked."),
        ],
        ["thread_id"]);

    /// <inheritdoc/>
    public static void Transpose(ReadOnlySpan<ThreadRow> rows, in ColumnWriter to)
    {
        Span<uint> threadId = to.Column<uint>(0);
        Span<uint> processId = to.Column<uint>(1);
        Span<int> tid = to.Column<int>(2);
        Span<int> managedThreadId = to.Column<int>(3);
        Span<TextId> name = to.Column<TextId>(4);
        Span<TextId> kind = to.Column<TextId>(5);
        for (int i = 0; i < rows.Length; i++)
        {
            ref readonly ThreadRow row = ref rows[i];
            threadId[i] = row.ThreadId;
            processId[i] = row.ProcessId;
            tid[i] = row.Tid;
            managedThreadId[i] = row.ManagedThreadId.GetValueOrDefault();
            name[i] = row.Name;
            kind[i] = row.Kind;
            if (row.ManagedThreadId is null)
                to.SetNull(3, i);
        }
    }
}
