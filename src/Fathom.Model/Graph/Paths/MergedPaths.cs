using System.Runtime.InteropServices;

namespace Fathom.Model.Graph.Paths;

/// <summary>Paths to some objects, merged by their shape.</summary>
public sealed class MergedPaths
{
    private const int MostShapes = 100_000;
    private const int CheckEvery = 1 << 16;

    private readonly ObjectGraph _graph;
    private readonly ShortestPaths _paths;
    private readonly PathShapes _shapes = new(MostShapes);
    private readonly uint[] _shapeOf;
    private readonly List<uint> _climbed = [];
    private readonly Dictionary<uint, TypeTotal> _totals = [];
    private readonly Dictionary<uint, uint> _examples = [];

    private MergedPaths(ObjectGraph graph, ShortestPaths paths)
    {
        (_graph, _paths) = (graph, paths);
        _shapeOf = graph.Work.TakeCleared();
    }

    /// <summary>Objects that were asked for, dead ones included.</summary>
    public long ObjectCount { get; private set; }

    /// <summary>Those of them that are alive.</summary>
    public long LiveCount { get; private set; }

    /// <summary>Those of them whose paths have shapes that were not told apart, because there are too many.</summary>
    public long OverflowCount { get; private set; }

    /// <summary>Whether there are more shapes.</summary>
    public bool IsCutOff { get; private init; }

    /// <summary>The paths, most objects first.</summary>
    public IReadOnlyList<MergedPath> Paths { get; private set; } = [];

    /// <summary>Merges the shortest paths to some objects.</summary>
    /// <param name="graph">The graph.</param>
    /// <param name="paths">Its paths.</param>
    /// <param name="targets">The objects.</param>
    /// <param name="stop">Looked at now and then; cancelling throws <see cref="OperationCanceledException"/>.</param>
    public static MergedPaths To(ObjectGraph graph, ShortestPaths paths, ObjectBits targets, CancellationToken stop = default)
    {
        MergedPaths merged = new(graph, paths);
        merged.AddAll(targets, stop);
        merged.Finish([]);
        return merged;
    }

    /// <summary>The shortest path to one object that is alive, however many types are on it.</summary>
    /// <param name="graph">The graph.</param>
    /// <param name="paths">Its paths.</param>
    /// <param name="number">Number of the object in the graph.</param>
    public static MergedPath ToOne(ObjectGraph graph, ShortestPaths paths, uint number)
    {
        PathShapes shapes = new(int.MaxValue);
        IReadOnlyList<uint> way = paths.PathTo(number);
        GraphRoot root = paths.RootOf(way[0]);
        uint shape = shapes.OfRoot(root.Kind, root.Holder);
        foreach (uint step in way)
            shape = shapes.Then(shape, graph.TypeOf(step), IsDependent(graph, paths, step));
        return new MergedPath(root.Kind, root.Holder, shapes.StepsOf(shape), 1, graph.SizeOf(number), number);
    }

    /// <summary>Merges all paths to some objects, also those that are not the shortest. An object counts on each of its paths.</summary>
    /// <param name="graph">The graph.</param>
    /// <param name="paths">Its paths.</param>
    /// <param name="targets">The objects.</param>
    /// <param name="mostWork">References that are followed at most; where that does not do, <see cref="IsCutOff"/> is set.</param>
    /// <param name="stop">Looked at now and then; cancelling throws <see cref="OperationCanceledException"/>.</param>
    public static MergedPaths AllTo(ObjectGraph graph, ShortestPaths paths, ObjectBits targets, long mostWork, CancellationToken stop = default)
    {
        ObjectBits live = new(graph.ObjectCount);
        foreach (uint number in targets.Members())
        {
            if (paths.IsAlive(number))
                live.Add(number);
        }

        IReadOnlyList<MergedPath> all = AllPaths.To(graph, live, mostWork, out bool isCutOff, out ObjectBits covered, stop);
        MergedPaths merged = new(graph, paths) { IsCutOff = isCutOff };
        foreach (uint number in targets.Members())
        {
            if (!covered[number])
                merged.Add(number);
        }

        merged.Finish(all);
        merged.ObjectCount = targets.Count();
        merged.LiveCount = live.Count();
        return merged;
    }

    private void AddAll(ObjectBits targets, CancellationToken stop)
    {
        int untilCheck = CheckEvery;
        foreach (uint number in targets.Members())
        {
            if (--untilCheck == 0)
            {
                stop.ThrowIfCancellationRequested();
                untilCheck = CheckEvery;
            }

            Add(number);
        }
    }

    private void Add(uint number)
    {
        ObjectCount++;
        if (!_paths.IsAlive(number))
            return;
        LiveCount++;
        uint shape = ShapeOf(number);
        if (shape == PathShapes.Overflow)
        {
            OverflowCount++;
            return;
        }

        ref TypeTotal total = ref CollectionsMarshal.GetValueRefOrAddDefault(_totals, shape, out bool known);
        total.Add(_graph.SizeOf(number));
        if (!known)
            _examples.Add(shape, number);
    }

    // Up to where the shape is known, and down again. What overflowed is looked at once more for each object, which ends at the nearest known shape.
    private uint ShapeOf(uint number)
    {
        uint at = number;
        while (at != ShortestPaths.None && _shapeOf[at] == 0)
        {
            _climbed.Add(at);
            at = _paths.Before(at);
        }

        uint shape;
        if (at == ShortestPaths.None)
        {
            GraphRoot root = _paths.RootOf(_climbed[^1]);
            shape = _shapes.OfRoot(root.Kind, root.Holder);
        }
        else
        {
            shape = _shapeOf[at] - 1;
        }

        for (int i = _climbed.Count - 1; i >= 0; i--)
        {
            shape = _shapes.Then(shape, _graph.TypeOf(_climbed[i]), IsDependent(_graph, _paths, _climbed[i]));
            _shapeOf[_climbed[i]] = shape + 1;
        }

        _climbed.Clear();
        return shape;
    }

    private static bool IsDependent(ObjectGraph graph, ShortestPaths paths, uint number) =>
        paths.Before(number) is not ShortestPaths.None and var before && graph.IsDependent(before, number);

    private void Finish(IReadOnlyList<MergedPath> others)
    {
        List<MergedPath> paths = [.. others];
        foreach ((uint shape, TypeTotal total) in _totals)
        {
            (RootKind kind, string? holder) = _shapes.RootOf(shape);
            paths.Add(new MergedPath(kind, holder, _shapes.StepsOf(shape), total.Count, total.SizeBytes, _examples[shape]));
        }

        // Equal counts in an order that does not depend on how they were found.
        paths.Sort(static (a, b) => (b.Count, b.SizeBytes, a.Steps.Count, a.Kind, a.Example).CompareTo((a.Count, a.SizeBytes, b.Steps.Count, b.Kind, b.Example)));
        Paths = paths;
    }
}
