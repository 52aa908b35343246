using Fathom.Model.Tables;

namespace Fathom.Model.Processes;

/// <summary>An open descriptor of a process.</summary>
public readonly record struct ProcessDescriptorRow(uint ProcessId, int Descriptor, TextId Target) : IRow<ProcessDescriptorRow>
{
    /// <inheritdoc/>
    public static TableSchema Schema { get; } = new(
        "process_descriptor",
        "who",
        "An open descriptor of a process.",
        [
            new("process_id", ColumnType.UInt32, "The process, as numbered in the process table."),
            new("descriptor", ColumnType.Int32, "Its number."),
            new("target", ColumnType.Text, "What it is of, as the kernel names it: a path, socket:[N], pipe:[N], anon_inode:…; absent where that may not be read.", Nullable: true),
        ],
        ["process_id", "descriptor"]);

    /// <inheritdoc/>
    public static void Transpose(ReadOnlySpan<ProcessDescriptorRow> rows, in ColumnWriter to)
    {
        Span<uint> processId = to.Column<uint>(0);
        Span<int> descriptor = to.Column<int>(1);
        Span<TextId> target = to.Column<TextId>(2);
        for (int i = 0; i < rows.Length; i++)
        {
            processId[i] = rows[i].ProcessId;
            descriptor[i] = rows[i].Descriptor;
            target[i] = rows[i].Target;
        }
    }
}
