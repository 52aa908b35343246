namespace Fathom.Model.Graph.Retention;

/// <summary>
/// The objects that roots reach, in the order in which a depth-first search first meets them. Places count from 1; place 0 stands for a root
/// above all roots.
/// </summary>
/// <remarks>
/// Roots that only put off the end of an object (<see cref="RootKinds.PutsOff"/>) come last, and what they alone reach takes the places behind
/// <see cref="HeldCount"/>. References from there to places that other roots hold are to be left out: who waits for its finalizer says
/// nothing about who holds an object.
/// </remarks>
internal sealed class DepthFirstOrder
{
    private const int CheckEvery = 1 << 16;

    private DepthFirstOrder(WorkArrays work)
    {
        PlaceOf = work.TakeCleared();
        (ObjectAt, ParentOf) = (work.Take(), work.Take());
        (ObjectAt[0], ParentOf[0]) = (0, 0);
    }

    /// <summary>Per object its place, 0 when it is not reached. All three arrays are working memory of the graph.</summary>
    public uint[] PlaceOf { get; }

    /// <summary>Per place its object.</summary>
    public uint[] ObjectAt { get; }

    /// <summary>Per place the place from which it was met.</summary>
    public uint[] ParentOf { get; }

    /// <summary>The last place that is held by a root that does more than put off an end.</summary>
    public uint HeldCount { get; private set; }

    /// <summary>The last place.</summary>
    public uint Count { get; private set; }

    /// <summary>Searches from the roots of a graph.</summary>
    /// <param name="graph">The graph.</param>
    /// <param name="scratch">Working memory of one entry per object and one more; what it holds afterwards means nothing.</param>
    /// <param name="stop">Looked at now and then; cancelling throws <see cref="OperationCanceledException"/>.</param>
    public static DepthFirstOrder Of(ObjectGraph graph, uint[] scratch, CancellationToken stop)
    {
        DepthFirstOrder order = new(graph.Work);
        foreach (GraphRoot root in graph.Roots)
        {
            if (!root.Kind.PutsOff())
                order.Search(graph, root.Object, scratch, stop);
        }

        order.HeldCount = order.Count;
        foreach (GraphRoot root in graph.Roots)
        {
            if (root.Kind.PutsOff())
                order.Search(graph, root.Object, scratch, stop);
        }

        return order;
    }

    // The way back is in ParentOf, and the reference to go on with in the scratch memory, so that depth costs nothing.
    private void Search(ObjectGraph graph, uint start, uint[] nextReference, CancellationToken stop)
    {
        if (PlaceOf[start] != 0)
            return;
        ReadOnlySpan<uint> first = graph.FirstReference, references = graph.References;
        uint[] placeOf = PlaceOf, objectAt = ObjectAt, parentOf = ParentOf;
        uint last = Count;
        uint place = Enter(start, 0);
        uint position = first[(int)start], end = first[(int)start + 1];
        int untilCheck = CheckEvery;
        while (true)
        {
            uint target = 0;
            bool found = false;
            while (position < end)
            {
                target = references[(int)position++];
                if (placeOf[target] == 0)
                {
                    found = true;
                    break;
                }
            }

            if (found)
            {
                nextReference[place] = position;
                place = Enter(target, place);
                position = first[(int)target];
                end = first[(int)target + 1];
                if (--untilCheck == 0)
                {
                    stop.ThrowIfCancellationRequested();
                    untilCheck = CheckEvery;
                }

                continue;
            }

            place = parentOf[place];
            if (place == 0)
                break;
            position = nextReference[place];
            end = first[(int)objectAt[place] + 1];
        }

        Count = last;

        uint Enter(uint number, uint parent)
        {
            last++;
            placeOf[number] = last;
            objectAt[last] = number;
            parentOf[last] = parent;
            return last;
        }
    }
}
