using System.Runtime.CompilerServices;

namespace Fathom.Model.Graph;

/// <summary>The objects that can be reached from some others by following references, those included: a mark.</summary>
/// <remarks>
/// Working memory is one bit per object and the list of objects that wait to be followed: 4 bytes each, and never more of them than objects.
/// </remarks>
public sealed class Reachability
{
    private const int FirstCapacity = 1024;

    // Objects between two looks at the token.
    private const int CheckEvery = 1 << 16;

    private readonly ObjectGraph _graph;
    private readonly ObjectBits _reached;
    private uint[] _waiting = new uint[FirstCapacity];
    private int _waitingCount;

    private Reachability(ObjectGraph graph)
    {
        _graph = graph;
        _reached = new ObjectBits(graph.ObjectCount);
    }

    /// <summary>What is alive: all that the roots of a graph reach, whatever their kind.</summary>
    /// <param name="graph">The graph.</param>
    /// <param name="stop">Looked at now and then; cancelling throws <see cref="OperationCanceledException"/>.</param>
    public static ObjectBits FromRoots(ObjectGraph graph, CancellationToken stop = default)
    {
        Reachability mark = new(graph);
        foreach (GraphRoot root in graph.Roots)
            mark.Follow(root.Object, stop);
        return mark._reached;
    }

    /// <summary>What some objects reach.</summary>
    /// <param name="graph">The graph.</param>
    /// <param name="starts">Where to start.</param>
    /// <param name="stop">Looked at now and then; cancelling throws <see cref="OperationCanceledException"/>.</param>
    public static ObjectBits From(ObjectGraph graph, ReadOnlySpan<uint> starts, CancellationToken stop = default)
    {
        Reachability mark = new(graph);
        foreach (uint start in starts)
            mark.Follow(start, stop);
        return mark._reached;
    }

    // Depth first, so that what lies together in memory is mostly followed together; an object waits at most once.
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    private void Follow(uint start, CancellationToken stop)
    {
        if (!_reached.Add(start))
            return;
        Push(start);
        int untilCheck = CheckEvery;
        while (_waitingCount > 0)
        {
            if (--untilCheck == 0)
            {
                stop.ThrowIfCancellationRequested();
                untilCheck = CheckEvery;
            }

            foreach (uint target in _graph.ReferencesOf(_waiting[--_waitingCount]))
            {
                if (_reached.Add(target))
                    Push(target);
            }
        }
    }

    private void Push(uint number)
    {
        if (_waitingCount == _waiting.Length)
            Array.Resize(ref _waiting, Math.Max(FirstCapacity, (int)Math.Min(_waiting.Length * 2L, _graph.ObjectCount)));
        _waiting[_waitingCount++] = number;
    }
}
