using Fathom.Model.Tables;

namespace Fathom.Model.Graph;

/// <summary>A question about what holds what that a recording has the answer to.</summary>
/// <param name="SnapshotId">The heap snapshot.</param>
/// <param name="View">retained, suspects or paths.</param>
/// <param name="Question">What was asked, in the words of the command line; absent where there is nothing to choose.</param>
/// <param name="Count">Objects that paths were asked for.</param>
/// <param name="LiveCount">Those of them that are alive.</param>
/// <param name="LeftOutCount">Live ones without a path in the tables.</param>
/// <param name="CutOff">Whether there are more paths.</param>
public readonly record struct HeapQuestionRow(
    uint SnapshotId,
    TextId View,
    TextId Question,
    long? Count = null,
    long? LiveCount = null,
    long? LeftOutCount = null,
    bool CutOff = false) : IRow<HeapQuestionRow>
{
    /// <inheritdoc/>
    public static TableSchema Schema { get; } = new(
        "heap_question",
        "heap",
        "Questions about what holds what that heap_retained, heap_suspect and heap_path have the answers to.",
        [
            new("snapshot_id", ColumnType.UInt32, "The heap snapshot."),
            new("view", ColumnType.Text, "retained, suspects or paths."),
            new("question", ColumnType.Text, "What was asked, in the words of the command line; absent where there is nothing to choose.", Nullable: true),
            new("count", ColumnType.Int64, "Objects that paths were asked for.", Nullable: true),
            new("live_count", ColumnType.Int64, "Those of them that are alive; the others have no path.", Nullable: true),
            new("left_out_count", ColumnType.Int64, "Live ones whose paths are left out because there are too many shapes.", Nullable: true),
            new("cut_off", ColumnType.Boolean, "Whether there are more paths than heap_path holds, though every object has one."),
        ],
        ["snapshot_id", "view"]);

    /// <inheritdoc/>
    public static void Transpose(ReadOnlySpan<HeapQuestionRow> rows, in ColumnWriter to)
    {
        Span<uint> snapshotId = to.Column<uint>(0);
        Span<TextId> view = to.Column<TextId>(1);
        Span<TextId> question = to.Column<TextId>(2);
        Span<long> count = to.Column<long>(3);
        Span<long> liveCount = to.Column<long>(4);
        Span<long> leftOutCount = to.Column<long>(5);
        Span<bool> cutOff = to.Column<bool>(6);
        for (int i = 0; i < rows.Length; i++)
        {
            ref readonly HeapQuestionRow row = ref rows[i];
            snapshotId[i] = row.SnapshotId;
            view[i] = row.View;
            question[i] = row.Question;
            count[i] = row.Count.GetValueOrDefault();
            liveCount[i] = row.LiveCount.GetValueOrDefault();
            leftOutCount[i] = row.LeftOutCount.GetValueOrDefault();
            cutOff[i] = row.CutOff;
            if (row.Count is null)
                to.SetNull(3, i);
            if (row.LiveCount is null)
                to.SetNull(4, i);
            if (row.LeftOutCount is null)
                to.SetNull(5, i);
        }
    }
}
