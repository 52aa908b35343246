using Fathom.Model.Graph.Retention;
using Fathom.Model.Graph.Rows;
using Fathom.Model.Recording;

namespace Fathom.Model.Graph.Analyses;

/// <summary>Who outside of the heap keeps how much of it alive.</summary>
public sealed class HolderAnalysis : IGraphAnalysis
{
    /// <summary>Its name in table <c>heap_question</c>.</summary>
    public const string View = "roots";

    /// <inheritdoc/>
    public IReadOnlyList<string> Tables { get; } = [HeapRetainedRow.Schema.Name, HeapHolderRow.Schema.Name, HeapQuestionRow.Schema.Name];

    /// <inheritdoc/>
    public long WorkingBytes(long objects, long references) => GraphMemory.DominatorBytes(objects, references);

    /// <inheritdoc/>
    public void Run(ObjectGraph graph, GraphSnapshot snapshot, IRecordingSink sink, IProgress<Progress> progress, CancellationToken stop)
    {
        progress.Report(new Progress("computing what each root keeps", 0, 0));
        GraphRows rows = new(graph, sink, snapshot.SnapshotId);
        DominatorTree tree = DominatorTree.Of(graph, stop);
        rows.WriteQuestion(View, null);
        (uint[] First, uint[] Next) children = tree.Children();
        rows.Write(TypeRetention.PerType(tree, children, stop));
        rows.Write(RootHolders.Of(tree, stop));
        tree.Release(children);
    }
}
