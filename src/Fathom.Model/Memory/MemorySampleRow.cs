using Fathom.Model.Tables;

namespace Fathom.Model.Memory;

/// <summary>A metric of a process at one moment, taken again and again.</summary>
/// <param name="ProcessId">The process, as numbered in the process table; a restarted one is another.</param>
/// <param name="TsNs">When: nanoseconds since recording start; one for all processes of a sample.</param>
/// <param name="Metric">What was measured.</param>
/// <param name="Item">The type, category or owner that it was measured of; none for the whole process.</param>
/// <param name="Context">The label <c>context</c> of the moment, where each moment has its own.</param>
/// <param name="Value">The value in the unit that the metric's name says.</param>
public readonly record struct MemorySampleRow(uint ProcessId, long TsNs, TextId Metric, TextId Item, TextId Context, double Value) : IRow<MemorySampleRow>
{
    /// <inheritdoc/>
    public static TableSchema Schema { get; } = new(
        "memory_sample",
        "memory",
        "A metric of a process, sampled over time.",
        [
            new("process_id", ColumnType.UInt32, "The process, as numbered in the process table; a restarted one is another."),
            new("ts_ns", ColumnType.Int64, "When: nanoseconds since recording start; one for all processes of a sample."),
            new("metric", ColumnType.Text, "What was measured, with the unit in its name, such as rss_bytes."),
            new("item", ColumnType.Text, "The type, category or owner that it was measured of; absent for the whole process.", Nullable: true),
            new("context", ColumnType.Text, "The label context of the moment, where each moment has its own.", Nullable: true),
            new("value", ColumnType.Double, "The value in the unit that the metric's name says."),
        ],
        ["process_id", "metric", "ts_ns"]);

    /// <inheritdoc/>
    public static void Transpose(ReadOnlySpan<MemorySampleRow> rows, in ColumnWriter to)
    {
        Span<uint> processId = to.Column<uint>(0);
        Span<long> tsNs = to.Column<long>(1);
        Span<TextId> metric = to.Column<TextId>(2);
        Span<TextId> item = to.Column<TextId>(3);
        Span<TextId> context = to.Column<TextId>(4);
        Span<double> value = to.Column<double>(5);
        for (int i = 0; i < rows.Length; i++)
        {
            ref readonly MemorySampleRow row = ref rows[i];
            processId[i] = row.ProcessId;
            tsNs[i] = row.TsNs;
            metric[i] = row.Metric;
            item[i] = row.Item;
            context[i] = row.Context;
            value[i] = row.Value;
        }
    }
}
