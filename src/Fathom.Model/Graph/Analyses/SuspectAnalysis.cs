using System.Globalization;
using Fathom.Model.Graph.Paths;
using Fathom.Model.Graph.Retention;
using Fathom.Model.Graph.Rows;
using Fathom.Model.Recording;

namespace Fathom.Model.Graph.Analyses;

/// <summary>Objects and groups that retain a large share of the heap, with the way to them from a root.</summary>
/// <param name="Share">From which share of the live bytes on something is suspect, between 0 and 1.</param>
public sealed record SuspectAnalysis(double Share) : IGraphAnalysis
{
    /// <summary>Its name in table <c>heap_question</c>.</summary>
    public const string View = "suspects";

    /// <summary>What is asked, as it stands in table <c>heap_question</c>.</summary>
    public string Question => string.Create(CultureInfo.InvariantCulture, $"--share {Share * 100:0.######}");

    /// <inheritdoc/>
    public IReadOnlyList<string> Tables { get; } =
        [HeapRetainedRow.Schema.Name, HeapSuspectRow.Schema.Name, HeapPathRow.Schema.Name, HeapPathStepRow.Schema.Name, HeapQuestionRow.Schema.Name];

    /// <inheritdoc/>
    public long WorkingBytes(long objects, long references) => GraphMemory.DominatorBytes(objects, references);

    /// <inheritdoc/>
    public void Run(ObjectGraph graph, GraphSnapshot snapshot, IRecordingSink sink, IProgress<Progress> progress, CancellationToken stop)
    {
        progress.Report(new Progress("looking for suspects", 0, 0));
        GraphRows rows = new(graph, sink, snapshot.SnapshotId);
        DominatorTree tree = DominatorTree.Of(graph, stop);
        rows.WriteQuestion(View, Question);
        (uint[] First, uint[] Next) children = tree.Children();
        rows.Write(TypeRetention.PerType(tree, children, stop));
        IReadOnlyList<LeakSuspect> suspects = LeakSuspects.Of(tree, children, Share, stop);
        long liveBytes = tree.LiveBytes;

        // The tree is not needed from here on, and the paths use its memory.
        tree.Release(children);
        if (suspects.Count > 0)
            rows.Write(suspects, ShortestPaths.Of(graph, stop), liveBytes);
    }
}
