using Fathom.Model.Tables;

namespace Fathom.Model.Stacks;

/// <summary>One place of code.</summary>
public readonly record struct FrameRow(
    uint FrameId,
    uint MethodId,
    TextId Kind,
    long? Offset) : IRow<FrameRow>
{
    /// <inheritdoc/>
    public static TableSchema Schema { get; } = new(
        "frame",
        "stacks",
        "A place of code.",
        [
            new("frame_id", ColumnType.UInt32, "Number of the frame in the recording, starting at 1."),
            new("method_id", ColumnType.UInt32, "The method or function."),
            new("kind", ColumnType.Text, "managed or native."),
            new("offset", ColumnType.Int64, "Bytes from the start of the method, or of the module where no symbol covers the address; absent where stacks are compared by method only.", Nullable: true),
        ],
        ["frame_id"]);

    /// <inheritdoc/>
    public static void Transpose(ReadOnlySpan<FrameRow> rows, in ColumnWriter to)
    {
        Span<uint> frameId = to.Column<uint>(0);
        Span<uint> methodId = to.Column<uint>(1);
        Span<TextId> kind = to.Column<TextId>(2);
        Span<long> offset = to.Column<long>(3);
        for (int i = 0; i < rows.Length; i++)
        {
            ref readonly FrameRow row = ref rows[i];
            frameId[i] = row.FrameId;
            methodId[i] = row.MethodId;
            kind[i] = row.Kind;
            offset[i] = row.Offset.GetValueOrDefault();
            if (row.Offset is null)
                to.SetNull(3, i);
        }
    }
}
