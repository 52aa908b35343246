using Fathom.Model.Graph.Retention;
using Fathom.Model.Graph.Rows;
using Fathom.Model.Recording;

namespace Fathom.Model.Graph.Analyses;

/// <summary>What types retain, and which objects retain the most.</summary>
public sealed class RetainedAnalysis : IGraphAnalysis
{
    /// <summary>Objects that are kept of those that retain the most.</summary>
    public const int MostObjects = 1_000;

    /// <summary>Its name in table <c>heap_question</c>.</summary>
    public const string View = "retained";

    /// <inheritdoc/>
    public IReadOnlyList<string> Tables { get; } = [HeapRetainedRow.Schema.Name, HeapRetainerRow.Schema.Name, HeapQuestionRow.Schema.Name];

    /// <inheritdoc/>
    public long WorkingBytes(long objects, long references) => GraphMemory.DominatorBytes(objects, references);

    /// <inheritdoc/>
    public void Run(ObjectGraph graph, GraphSnapshot snapshot, IRecordingSink sink, IProgress<Progress> progress, CancellationToken stop)
    {
        progress.Report(new Progress("computing what is retained", 0, 0));
        GraphRows rows = new(graph, sink, snapshot.SnapshotId);
        DominatorTree tree = DominatorTree.Of(graph, stop);
        rows.WriteQuestion(View, null);
        (uint[] First, uint[] Next) children = tree.Children();
        rows.Write(TypeRetention.PerType(tree, children, stop));
        rows.Write(tree, LargestRetainers.Of(tree, MostObjects, stop));
        tree.Release(children);
    }
}
