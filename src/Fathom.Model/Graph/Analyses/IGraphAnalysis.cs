using Fathom.Model.Recording;

namespace Fathom.Model.Graph.Analyses;

/// <summary>A question about an object graph that is answered with rows. It is asked when the target runs again, or long after, of a recording.</summary>
public interface IGraphAnalysis
{
    /// <summary>The tables that the answer goes into. Where a recording is asked, the new answer takes the place of one that it holds.</summary>
    IReadOnlyList<string> Tables { get; }

    /// <summary>Working memory that it needs at most beside the graph, in bytes; an estimate for the worst shape of a graph.</summary>
    /// <param name="objects">Objects of the graph.</param>
    /// <param name="references">References between them.</param>
    long WorkingBytes(long objects, long references);

    /// <summary>Answers.</summary>
    /// <param name="graph">The graph.</param>
    /// <param name="snapshot">The snapshot that it belongs to.</param>
    /// <param name="sink">Gets the rows.</param>
    /// <param name="progress">Told what is being done.</param>
    /// <param name="stop">Looked at now and then; cancelling throws <see cref="OperationCanceledException"/>.</param>
    /// <exception cref="OperationCanceledException"><paramref name="stop"/> was signalled.</exception>
    void Run(ObjectGraph graph, GraphSnapshot snapshot, IRecordingSink sink, IProgress<Progress> progress, CancellationToken stop);
}
