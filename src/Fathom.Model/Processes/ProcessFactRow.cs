using Fathom.Model.Tables;

namespace Fathom.Model.Processes;

/// <summary>Something true of a process at one moment, as a name and a text.</summary>
public readonly record struct ProcessFactRow(uint ProcessId, TextId Source, TextId Fact, TextId Value) : IRow<ProcessFactRow>
{
    /// <inheritdoc/>
    public static TableSchema Schema { get; } = new(
        "process_fact",
        "who",
        "Something true of a process when it was looked at.",
        [
            new("process_id", ColumnType.UInt32, "The process, as numbered in the process table."),
            new("source", ColumnType.Text, "status, limits or smaps_rollup (files of /proc), metric (names and base units as in watch), or counter (what the runtime tells of itself)."),
            new("fact", ColumnType.Text, "Name of the fact, as the source has it."),
            new("value", ColumnType.Text, "Its value as text, as the source has it."),
        ],
        ["process_id", "source"]);

    /// <inheritdoc/>
    public static void Transpose(ReadOnlySpan<ProcessFactRow> rows, in ColumnWriter to)
    {
        Span<uint> processId = to.Column<uint>(0);
        Span<TextId> source = to.Column<TextId>(1);
        Span<TextId> fact = to.Column<TextId>(2);
        Span<TextId> value = to.Column<TextId>(3);
        for (int i = 0; i < rows.Length; i++)
        {
            processId[i] = rows[i].ProcessId;
            source[i] = rows[i].Source;
            fact[i] = rows[i].Fact;
            value[i] = rows[i].Value;
        }
    }
}
