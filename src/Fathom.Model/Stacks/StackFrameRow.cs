using Fathom.Model.Tables;

namespace Fathom.Model.Stacks;

/// <summary>One frame of a stack.</summary>
public readonly record struct StackFrameRow(
    uint StackId,
    int Depth,
    uint FrameId) : IRow<StackFrameRow>
{
    /// <inheritdoc/>
    public static TableSchema Schema { get; } = new(
        "stack_frame",
        "stacks",
        "A frame of a stack.",
        [
            new("stack_id", ColumnType.UInt32, "Number of the stack in the recording, starting at 1."),
            new("depth", ColumnType.Int32, "0 = innermost."),
            new("frame_id", ColumnType.UInt32, "The frame, as numbered in the frame table."),
        ],
        ["stack_id", "depth"]);

    /// <inheritdoc/>
    public static void Transpose(ReadOnlySpan<StackFrameRow> rows, in ColumnWriter to)
    {
        Span<uint> stackId = to.Column<uint>(0);
        Span<int> depth = to.Column<int>(1);
        Span<uint> frameId = to.Column<uint>(2);
        for (int i = 0; i < rows.Length; i++)
        {
            ref readonly StackFrameRow row = ref rows[i];
            stackId[i] = row.StackId;
            depth[i] = row.Depth;
            frameId[i] = row.FrameId;
        }
    }
}
