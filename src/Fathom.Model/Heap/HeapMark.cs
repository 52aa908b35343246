using Fathom.Model.Graph;
using Fathom.Model.Graph.Analyses;
using Fathom.Model.Recording;

namespace Fathom.Model.Heap;

/// <summary>Tells of a graph with gaps, where nobody asked which objects are alive, whether what its roots do not reach is dead: other answers stand on that too.</summary>
public static class HeapMark
{
    /// <summary>Whether the answers of some analyses need it beside their own rows.</summary>
    public static bool IsNeeded(ObjectGraph graph, IEnumerable<IGraphAnalysis> analyses) =>
        (graph.Gaps.IsElsewhere || graph.Gaps.Objects.Count > 0) && !analyses.Any(static analysis => analysis is LiveAnalysis);

    /// <summary>Writes it, where it is needed.</summary>
    public static void Write(ObjectGraph graph, IEnumerable<IGraphAnalysis> analyses, uint snapshotId, IRecordingSink sink, CancellationToken stop)
    {
        if (IsNeeded(graph, analyses))
            sink.Write<HeapMarkRow>([new HeapMarkRow(snapshotId, graph.Gaps.LeaveWhole(Reachability.FromRoots(graph, stop)))]);
    }
}
