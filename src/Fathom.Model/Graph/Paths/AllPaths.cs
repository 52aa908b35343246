using System.Runtime.InteropServices;
using Fathom.Model.Graph.Retention;

namespace Fathom.Model.Graph.Paths;

/// <summary>
/// Every shape of a path that leads from a root to some objects, also of those that are not the shortest. An object counts on each of its paths.
/// </summary>
/// <remarks>
/// <para>
/// The search goes from the objects that were asked for (targets) against the references. What it visits is an object at the end of a shape, each pair
/// once, nearest first. It leaves out ways that go round: over another target, over what only a target holds, and back into what the object itself
/// holds. A target that is then on no way, because others of its kind hold it, comes with its shortest path.
/// </para>
/// <para>
/// There may be more shapes than anybody reads, so it ends when it has done so much work; then the shapes that are missing are longer than those that
/// are there.
/// </para>
/// </remarks>
internal sealed class AllPaths
{
    private const int MostShapes = 50_000;
    private const int LongestPath = 100;
    private const int FarthestDominator = 64;

    private readonly ObjectGraph _graph;
    private readonly ObjectBits _targets;
    private readonly ObjectBits _closed;
    private readonly DominatorTree _tree;
    private readonly uint[] _placeOf;
    private readonly ReverseReferences _sources;
    private readonly ILookup<uint, GraphRoot> _roots;
    private readonly PathShapes _shapes = new(MostShapes);
    private readonly uint _start;
    private readonly HashSet<(uint Shape, uint Object)> _met = [];
    private readonly Dictionary<uint, HashSet<uint>> _shapesBefore = [];
    private readonly Queue<(uint Shape, uint Object)> _queue = [];
    private readonly Dictionary<(uint Shape, RootKind Kind, string? Holder), List<uint>> _held = [];
    private readonly ObjectBits _covered;
    private readonly List<MergedPath> _paths = [];
    private long _workLeft;
    private bool _isCutOff;

    private AllPaths(ObjectGraph graph, ObjectBits targets, long mostWork, CancellationToken stop)
    {
        (_graph, _targets, _workLeft) = (graph, targets, mostWork);
        _tree = DominatorTree.Of(graph, stop);
        _placeOf = new uint[graph.ObjectCount];
        _closed = new ObjectBits(graph.ObjectCount);
        ObjectBits live = new(graph.ObjectCount);
        for (uint place = 1; place <= _tree.Count; place++)
        {
            uint number = _tree.ObjectAt(place);
            _placeOf[number] = place;
            live.Add(number);
            uint above = _tree.DominatorOf(place);
            if (targets[number] || (above != 0 && _closed[_tree.ObjectAt(above)]))
                _closed.Add(number);
        }

        _sources = new ReverseReferences(graph, live, stop);
        _roots = graph.Roots.ToLookup(static root => root.Object);
        _start = _shapes.OfRoot(RootKind.Other, null);
        _covered = new ObjectBits(graph.ObjectCount);
    }

    /// <summary>Finds the paths.</summary>
    /// <param name="graph">The graph.</param>
    /// <param name="targets">The objects that were asked for, dead ones left out.</param>
    /// <param name="mostWork">Pairs that are visited at most.</param>
    /// <param name="isCutOff">Whether there are more shapes.</param>
    /// <param name="covered">Targets that are on a path.</param>
    /// <param name="stop">Looked at now and then; cancelling throws <see cref="OperationCanceledException"/>.</param>
    public static IReadOnlyList<MergedPath> To(ObjectGraph graph, ObjectBits targets, long mostWork, out bool isCutOff, out ObjectBits covered, CancellationToken stop)
    {
        AllPaths search = new(graph, targets, mostWork, stop);
        search.Search(stop);
        isCutOff = search._isCutOff || search._workLeft <= 0;
        search._workLeft = mostWork;
        foreach (((uint shape, RootKind kind, string? holder), List<uint> objects) in search._held)
        {
            if (search._workLeft > 0)
                search.Complete(shape, kind, holder, objects, stop);
        }

        isCutOff |= search._workLeft <= 0;
        covered = search._covered;
        return search._paths;
    }

    private void Search(CancellationToken stop)
    {
        for (uint number = 0; number < _graph.ObjectCount; number++)
        {
            if (_targets[number])
                Meet(_start, number, isDependent: false);
        }

        while (_workLeft > 0 && _queue.TryDequeue(out (uint Shape, uint Object) next))
        {
            stop.ThrowIfCancellationRequested();
            foreach (GraphRoot root in _roots[next.Object])
            {
                if (root.Kind.PutsOff() && IsHeld(next.Object))
                    continue;
                ref List<uint>? objects = ref CollectionsMarshal.GetValueRefOrAddDefault(_held, (next.Shape, root.Kind, root.Holder), out _);
                (objects ??= []).Add(next.Object);
            }

            bool isStatic = IsStatic(next.Object);
            foreach (uint source in _sources.To(next.Object))
            {
                _workLeft--;
                if (isStatic && IsTableOfStatics(source))
                    continue;
                if (!_closed[source] && (IsHeld(source) || !IsHeld(next.Object)) && !Dominates(next.Object, source))
                    Meet(next.Shape, source, _graph.IsDependent(source, next.Object));
            }
        }
    }

    private void Meet(uint after, uint number, bool isDependent)
    {
        uint shape = _shapes.LengthOf(after) < LongestPath ? _shapes.Then(after, _graph.TypeOf(number), isDependent) : PathShapes.Overflow;
        if (shape == PathShapes.Overflow)
        {
            _isCutOff = true;
            return;
        }

        ref HashSet<uint>? before = ref CollectionsMarshal.GetValueRefOrAddDefault(_shapesBefore, shape, out _);
        (before ??= []).Add(after);
        if (_met.Add((shape, number)))
            _queue.Enqueue((shape, number));
    }

    // The runtime keeps the values of static fields in arrays that handles hold. Where the field itself is a root that says more, and is the same.
    private bool IsStatic(uint number) => _roots[number].Any(static root => root.Kind == RootKind.Static);

    private bool IsTableOfStatics(uint number) =>
        _graph.Types[(int)_graph.TypeOf(number)].Name == "System.Object[]" && _roots[number].Any(static root => root.Kind is RootKind.StrongHandle or RootKind.PinnedHandle);

    // A finalizer to come holds nothing that others hold.
    private bool IsHeld(uint number) => _placeOf[number] <= _tree.HeldCount;

    // Whether every path to the second object goes over the first one. Looks a bounded way up: a path more than needed does no harm.
    private bool Dominates(uint number, uint other)
    {
        uint wanted = _placeOf[number], place = _placeOf[other];
        for (int steps = 0; place > wanted && steps < FarthestDominator; steps++)
            place = _tree.DominatorOf(place);
        return place == wanted;
    }

    // The way forward again, over the pairs that were met, to see which targets it leads to.
    private void Complete(uint shape, RootKind kind, string? holder, List<uint> objects, CancellationToken stop)
    {
        HashSet<(uint Shape, uint Object)> seen = [];
        Stack<(uint Shape, uint Object)> waiting = [];
        foreach (uint number in objects)
        {
            if (seen.Add((shape, number)))
                waiting.Push((shape, number));
        }

        HashSet<uint> targets = [];
        (long bytes, uint example) = (0, uint.MaxValue);
        while (waiting.TryPop(out (uint Shape, uint Object) next))
        {
            stop.ThrowIfCancellationRequested();
            if (_targets[next.Object])
            {
                _covered.Add(next.Object);
                if (targets.Add(next.Object))
                    bytes += _graph.SizeOf(next.Object);
                example = Math.Min(example, next.Object);
                continue;
            }

            bool isDependent = _shapes.IsDependent(next.Shape);
            foreach (uint before in _shapesBefore[next.Shape])
            {
                foreach (uint target in _graph.ReferencesOf(next.Object))
                {
                    _workLeft--;
                    if (_met.Contains((before, target)) && _graph.IsDependent(next.Object, target) == isDependent && seen.Add((before, target)))
                        waiting.Push((before, target));
                }
            }
        }

        if (targets.Count > 0)
            _paths.Add(new MergedPath(kind, holder, StepsOf(shape), targets.Count, bytes, example));
    }

    // The search goes backwards, so a shape's mark is that of the reference behind its last object; in a path it belongs to the object that is referred to.
    private PathStep[] StepsOf(uint shape)
    {
        PathStep[] steps = [.. _shapes.StepsOf(shape).Reverse()];
        for (int i = steps.Length - 1; i >= 0; i--)
            steps[i] = steps[i] with { IsDependent = i > 0 && steps[i - 1].IsDependent };
        return steps;
    }
}
