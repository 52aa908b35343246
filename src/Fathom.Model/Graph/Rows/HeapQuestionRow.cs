using Fathom.Model.Tables;

namespace Fathom.Model.Graph.Rows;

/// <summary>Questions about what holds what that heap_retained, heap_suspect and heap_path have the answers to.</summary>
[Table("heap_question", "heap", "snapshot_id", "view")]
public readonly partial record struct HeapQuestionRow(
    [Column("The heap snapshot.")] uint SnapshotId,
    [Column("retained, suspects or paths.")] TextId View,
    [Column("The question, in the words of the command line; absent where there is nothing to choose.", Nullable = true)] TextId Question,
    [Column("Objects whose paths were requested.")] long? Count = null,
    [Column("How many of these are alive; the others have no path.")] long? LiveCount = null,
    [Column("Live objects whose paths are left out because there are too many different paths.")] long? LeftOutCount = null,
    [Column("Whether there are more paths than heap_path holds, though every object has one.")] bool CutOff = false);
