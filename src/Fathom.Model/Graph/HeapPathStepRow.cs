using Fathom.Model.Tables;

namespace Fathom.Model.Graph;

/// <summary>One object on a path from a root.</summary>
public readonly record struct HeapPathStepRow(
    uint SnapshotId,
    uint PathId,
    uint Step,
    TextId Type,
    bool Repeats) : IRow<HeapPathStepRow>
{
    /// <inheritdoc/>
    public static TableSchema Schema { get; } = new(
        "heap_path_step",
        "heap",
        "The types of the objects on a path, from the one that the root refers to up to the one that was asked for.",
        [
            new("snapshot_id", ColumnType.UInt32, "The heap snapshot."),
            new("path_id", ColumnType.UInt32, "The path."),
            new("step", ColumnType.UInt32, "Number of the step, from 1."),
            new("type", ColumnType.Text, "Full name of the type."),
            new("repeats", ColumnType.Boolean, "Whether the path may go through objects of this type again and again, alone or in turn with the steps beside it that also repeat."),
        ],
        ["snapshot_id", "path_id", "step"]);

    /// <inheritdoc/>
    public static void Transpose(ReadOnlySpan<HeapPathStepRow> rows, in ColumnWriter to)
    {
        Span<uint> snapshotId = to.Column<uint>(0);
        Span<uint> pathId = to.Column<uint>(1);
        Span<uint> step = to.Column<uint>(2);
        Span<TextId> type = to.Column<TextId>(3);
        Span<bool> repeats = to.Column<bool>(4);
        for (int i = 0; i < rows.Length; i++)
        {
            ref readonly HeapPathStepRow row = ref rows[i];
            snapshotId[i] = row.SnapshotId;
            pathId[i] = row.PathId;
            step[i] = row.Step;
            type[i] = row.Type;
            repeats[i] = row.Repeats;
        }
    }
}
