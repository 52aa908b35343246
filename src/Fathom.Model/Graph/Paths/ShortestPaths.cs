namespace Fathom.Model.Graph.Paths;

/// <summary>For every object that is alive a shortest way to it from a root.</summary>
/// <remarks>
/// Among equally short ways the one from the more telling root is taken. Roots that only put off the end of an object count where nothing else holds it.
/// Memory is 4 bytes per object, and 4 more while it is computed.
/// </remarks>
public sealed class ShortestPaths
{
    /// <summary>Stands for "no object".</summary>
    public const uint None = uint.MaxValue;

    private const int CheckEvery = 1 << 16;

    private readonly ObjectGraph _graph;
    private readonly uint[] _before;
    private readonly Dictionary<uint, GraphRoot> _roots = [];

    private ShortestPaths(ObjectGraph graph)
    {
        _graph = graph;
        _before = graph.Work.Take();
        Array.Fill(_before, None);
    }

    /// <summary>Finds the ways.</summary>
    /// <param name="graph">The graph.</param>
    /// <param name="stop">Looked at now and then; cancelling throws <see cref="OperationCanceledException"/>.</param>
    public static ShortestPaths Of(ObjectGraph graph, CancellationToken stop = default)
    {
        ShortestPaths paths = new(graph);
        uint[] queue = graph.Work.Take();
        int count = paths.Follow(queue, 0, putOff: false, stop);
        paths.Follow(queue, count, putOff: true, stop);
        graph.Work.Give(queue);
        return paths;
    }

    /// <summary>Whether a root reaches the object.</summary>
    public bool IsAlive(uint number) => _before[number] != None;

    /// <summary>The object before another one on the way from the root; <see cref="None"/> when a root refers to it directly. Only for objects that are alive.</summary>
    public uint Before(uint number) => _before[number] == number ? None : _before[number];

    /// <summary>The root that refers to an object at the start of a way.</summary>
    public GraphRoot RootOf(uint number) => _roots[number];

    /// <summary>The way to an object that is alive, from the one that a root refers to up to itself.</summary>
    public IReadOnlyList<uint> PathTo(uint number)
    {
        List<uint> path = [number];
        while (Before(path[^1]) is not None and var before)
            path.Add(before);
        path.Reverse();
        return path;
    }

    // Breadth first. An object that a root refers to is its own predecessor.
    private int Follow(uint[] queue, int count, bool putOff, CancellationToken stop)
    {
        uint[] before = _before;
        int at = count;
        foreach (GraphRoot root in _graph.Roots)
        {
            if (root.Kind.PutsOff() != putOff || before[root.Object] != None)
                continue;
            before[root.Object] = root.Object;
            _roots.Add(root.Object, root);
            queue[count++] = root.Object;
        }

        for (; at < count; at++)
        {
            if (at % CheckEvery == 0)
                stop.ThrowIfCancellationRequested();
            uint number = queue[at];
            foreach (uint target in _graph.ReferencesOf(number))
            {
                if (before[target] != None)
                    continue;
                before[target] = number;
                queue[count++] = target;
            }
        }

        return count;
    }
}
