using Fathom.Model.Tables;

namespace Fathom.Bench.Storage;

/// <summary>Five integers and a text of few values: what a CPU sample or a wait is like.</summary>
internal readonly record struct SyntheticRow(uint Pid, uint Tid, long TsNs, uint StackId, long DurationNs, TextId Kind) : IRow<SyntheticRow>
{
    public static TableSchema Schema { get; } = new(
        "synthetic",
        "bench",
        "A made-up event.",
        [
            new("pid", ColumnType.UInt32, "Process."),
            new("tid", ColumnType.UInt32, "Thread."),
            new("ts_ns", ColumnType.Int64, "Time."),
            new("stack_id", ColumnType.UInt32, "Stack."),
            new("duration_ns", ColumnType.Int64, "Duration."),
            new("kind", ColumnType.Text, "Kind."),
        ],
        ["pid", "tid", "ts_ns"]);

    public static void Transpose(ReadOnlySpan<SyntheticRow> rows, in ColumnWriter to)
    {
        Span<uint> pid = to.Column<uint>(0);
        Span<uint> tid = to.Column<uint>(1);
        Span<long> tsNs = to.Column<long>(2);
        Span<uint> stackId = to.Column<uint>(3);
        Span<long> durationNs = to.Column<long>(4);
        Span<TextId> kind = to.Column<TextId>(5);
        for (int i = 0; i < rows.Length; i++)
        {
            ref readonly SyntheticRow row = ref rows[i];
            pid[i] = row.Pid;
            tid[i] = row.Tid;
            tsNs[i] = row.TsNs;
            stackId[i] = row.StackId;
            durationNs[i] = row.DurationNs;
            kind[i] = row.Kind;
        }
    }
}
