using Fathom.Model.Tables;

namespace Fathom.Model.Inspection;

/// <summary>What one look at the objects of a heap covered.</summary>
public readonly record struct HeapInspectionRow(
    uint SnapshotId,
    long ObjectCount,
    long ObjectBytes,
    long FreeBytes,
    long PinnedBytes,
    long UnreadCount,
    long UnreadBytes,
    long StringCount,
    long StringBytes,
    long StringWastedBytes,
    long ReadyCount,
    long? ReadyCountBefore,
    bool? FinalizerStands) : IRow<HeapInspectionRow>
{
    /// <inheritdoc/>
    public static TableSchema Schema { get; } = new(
        "heap_inspection",
        "heap",
        "What one look at the objects of a heap for findings covered, and the numbers that its shares refer to.",
        [
            new("snapshot_id", ColumnType.UInt32, "The look, as numbered in stack_snapshot."),
            new("object_count", ColumnType.Int64, "Objects."),
            new("object_bytes", ColumnType.Int64, "Bytes of the objects."),
            new("free_bytes", ColumnType.Int64, "Bytes of free blocks between the objects."),
            new("pinned_bytes", ColumnType.Int64, "Bytes of objects that handles pin, each counted once."),
            new("unread_count", ColumnType.Int64, "Arrays and collections whose content was not read, because there is a limit for the time that a process stands still."),
            new("unread_bytes", ColumnType.Int64, "Bytes of that content."),
            new("string_count", ColumnType.Int64, "Strings that have survived a collection."),
            new("string_bytes", ColumnType.Int64, "Bytes of these."),
            new("string_wasted_bytes", ColumnType.Int64, "Bytes of all but one string of each text."),
            new("ready_count", ColumnType.Int64, "Objects that wait for the finalizer thread."),
            new("ready_count_before", ColumnType.Int64, "The same when the watch began; absent for a dump.", Nullable: true),
            new("finalizer_stands", ColumnType.Boolean, "Whether the finalizer thread was in one place, call for call, at the beginning and at the end of the watch; absent for a dump.", Nullable: true),
        ],
        ["snapshot_id"]);

    /// <inheritdoc/>
    public static void Transpose(ReadOnlySpan<HeapInspectionRow> rows, in ColumnWriter to)
    {
        Span<uint> snapshotId = to.Column<uint>(0);
        Span<long> objectCount = to.Column<long>(1);
        Span<long> objectBytes = to.Column<long>(2);
        Span<long> freeBytes = to.Column<long>(3);
        Span<long> pinnedBytes = to.Column<long>(4);
        Span<long> unreadCount = to.Column<long>(5);
        Span<long> unreadBytes = to.Column<long>(6);
        Span<long> stringCount = to.Column<long>(7);
        Span<long> stringBytes = to.Column<long>(8);
        Span<long> stringWastedBytes = to.Column<long>(9);
        Span<long> readyCount = to.Column<long>(10);
        Span<long> readyCountBefore = to.Column<long>(11);
        Span<bool> finalizerStands = to.Column<bool>(12);
        for (int i = 0; i < rows.Length; i++)
        {
            ref readonly HeapInspectionRow row = ref rows[i];
            snapshotId[i] = row.SnapshotId;
            objectCount[i] = row.ObjectCount;
            objectBytes[i] = row.ObjectBytes;
            freeBytes[i] = row.FreeBytes;
            pinnedBytes[i] = row.PinnedBytes;
            unreadCount[i] = row.UnreadCount;
            unreadBytes[i] = row.UnreadBytes;
            stringCount[i] = row.StringCount;
            stringBytes[i] = row.StringBytes;
            stringWastedBytes[i] = row.StringWastedBytes;
            readyCount[i] = row.ReadyCount;
            readyCountBefore[i] = row.ReadyCountBefore.GetValueOrDefault();
            finalizerStands[i] = row.FinalizerStands.GetValueOrDefault();
            if (row.ReadyCountBefore is null)
                to.SetNull(11, i);
            if (row.FinalizerStands is null)
                to.SetNull(12, i);
        }
    }
}
