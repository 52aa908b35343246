using Fathom.Model.Tables;

namespace Fathom.Model.Dumps;

/// <summary>The dump that a recording lies beside.</summary>
public readonly record struct DumpRow(
    uint ProcessId,
    long TsNs,
    TextId Path,
    TextId Kind,
    long SizeBytes,
    long ExpectedSizeBytes,
    long PauseNs,
    bool Verified,
    TextId Cause,
    long? CauseDelayNs) : IRow<DumpRow>
{
    /// <inheritdoc/>
    public static TableSchema Schema { get; } = new(
        "dump",
        "memory",
        "The dump that was written right after what this recording holds.",
        [
            new("process_id", ColumnType.UInt32, "The process, as numbered in the process table."),
            new("ts_ns", ColumnType.Int64, "When the writer was asked for it: nanoseconds since recording start."),
            new("path", ColumnType.Text, "The file."),
            new("kind", ColumnType.Text, "mini, heap, triage or full."),
            new("size_bytes", ColumnType.Int64, "Its size."),
            new("expected_size_bytes", ColumnType.Int64, "The size that was estimated before."),
            new("pause_ns", ColumnType.Int64, "How long the target stood still for it, in nanoseconds, watched from outside to some milliseconds."),
            new("verified", ColumnType.Boolean, "Whether the file was opened and walked afterwards without a fault."),
            new("cause", ColumnType.Text, "The condition that led to it; absent where it was asked for at once.", Nullable: true),
            new("cause_delay_ns", ColumnType.Int64, "Nanoseconds from the cause, such as the throw of an exception, to the stop of the target; absent where that is not known.", Nullable: true),
        ],
        ["process_id"]);

    /// <inheritdoc/>
    public static void Transpose(ReadOnlySpan<DumpRow> rows, in ColumnWriter to)
    {
        Span<uint> processId = to.Column<uint>(0);
        Span<long> tsNs = to.Column<long>(1);
        Span<TextId> path = to.Column<TextId>(2);
        Span<TextId> kind = to.Column<TextId>(3);
        Span<long> sizeBytes = to.Column<long>(4);
        Span<long> expectedSizeBytes = to.Column<long>(5);
        Span<long> pauseNs = to.Column<long>(6);
        Span<bool> verified = to.Column<bool>(7);
        Span<TextId> cause = to.Column<TextId>(8);
        Span<long> causeDelayNs = to.Column<long>(9);
        for (int i = 0; i < rows.Length; i++)
        {
            ref readonly DumpRow row = ref rows[i];
            processId[i] = row.ProcessId;
            tsNs[i] = row.TsNs;
            path[i] = row.Path;
            kind[i] = row.Kind;
            sizeBytes[i] = row.SizeBytes;
            expectedSizeBytes[i] = row.ExpectedSizeBytes;
            pauseNs[i] = row.PauseNs;
            verified[i] = row.Verified;
            cause[i] = row.Cause;
            causeDelayNs[i] = row.CauseDelayNs.GetValueOrDefault();
            if (row.CauseDelayNs is null)
                to.SetNull(9, i);
        }
    }
}
