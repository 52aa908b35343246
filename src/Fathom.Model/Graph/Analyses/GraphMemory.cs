namespace Fathom.Model.Graph.Analyses;

/// <summary>
/// How much memory a graph and the questions about it take at most: what each object and each reference costs in the arrays that are there at the same
/// time. What Fathom takes whatever the graph (the runtime, the engine that writes, the data access library) is not in it. <c>bench/retained</c> compares it with the peak that the kernel counts.
/// </summary>
public static class GraphMemory
{
    // Type, size and first reference, 4 bytes each; and 12 bytes per 512 bytes of heap that lead from addresses to objects, of which the smallest have 24.
    private const double GraphBytesPerObject = 12 + (12.0 * 24 / 512);
    private const long BytesPerReference = 4;

    /// <summary>The graph and the most demanding of some questions, in bytes.</summary>
    /// <param name="objects">Objects.</param>
    /// <param name="references">References between them.</param>
    /// <param name="questions">The questions, which are answered one after the other.</param>
    public static long EstimateBytes(long objects, long references, IEnumerable<IGraphAnalysis> questions) =>
        (long)(GraphBytesPerObject * objects) + (BytesPerReference * references) + questions.Max(question => question.WorkingBytes(objects, references));

    /// <summary>Dominators: seven numbers per object, and the references that lead back in the order of the search, which are all of them at most.</summary>
    internal static long DominatorBytes(long objects, long references) => (7 * sizeof(uint) * objects) + (BytesPerReference * references);

    /// <summary>A mark: a bit per object, and the objects that wait.</summary>
    internal static long MarkBytes(long objects) => (objects / 8) + (sizeof(uint) * objects);

    /// <summary>Shortest paths: the object before, and the queue, whose place the shapes take. For all paths all references are turned around too, and searched.</summary>
    internal static long PathBytes(long objects, long references, bool all) => (2 * sizeof(uint) * objects) + (all ? (8 * sizeof(uint) * objects) + (BytesPerReference * references) : 0);
}
