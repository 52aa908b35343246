namespace Fathom.Model.Graph.Retention;

/// <summary>
/// Computes immediate dominators: the last object that every path from the roots to an object passes. When it goes, the object goes.
/// </summary>
/// <remarks>
/// The algorithm of Lengauer and Tarjan with path compression, without recursion. The variant that finds dominators as nearest common ancestors
/// (semi-NCA) is a little faster, but takes quadratic time for a linked list whose elements are also held elsewhere, and heaps have those.
/// A reference from a smaller to a larger place comes from an ancestor in the search tree and is settled in one pass; only the others are stored
/// in reverse. Working memory is 28 bytes per object and 4 per stored reference; all but what is returned is given back to the graph.
/// </remarks>
internal sealed class Dominators
{
    private const int CheckEvery = 1 << 18;

    private readonly ObjectGraph _graph;
    private readonly uint _held;
    private readonly uint _count;
    private readonly CancellationToken _stop;
    private readonly uint[] _objectAt;
    private uint[] _bucket;
    private uint[] _semi;
    private uint[] _ancestor;
    private uint[] _label = [];
    private uint[] _firstSource = [];
    private uint[] _sources = [];

    private Dominators(ObjectGraph graph, CancellationToken stop)
    {
        _graph = graph;
        _stop = stop;
        _semi = graph.Work.Take();
        DepthFirstOrder order = DepthFirstOrder.Of(graph, _semi, stop);
        (_objectAt, _ancestor, _held, _count) = (order.ObjectAt, order.ParentOf, order.HeldCount, order.Count);
        Array.Copy(_ancestor, _semi, _count + 1);
        foreach (GraphRoot root in graph.Roots)
        {
            uint place = order.PlaceOf[root.Object];
            if (!root.Kind.PutsOff() || place > _held)
                _semi[place] = 0;
        }

        CollectSources(order.PlaceOf);

        // The places of objects are done with, and their memory is of the right size.
        _bucket = order.PlaceOf;
        Array.Clear(_bucket);
    }

    /// <summary>Computes the dominators of all objects that roots reach.</summary>
    /// <param name="graph">The graph.</param>
    /// <param name="stop">Looked at now and then; cancelling throws <see cref="OperationCanceledException"/>.</param>
    /// <returns>
    /// Per place its object and the place of its dominator, in working memory of the graph, which is longer; place 0 is the root above all roots. The last place,
    /// and the last one that is held by more than a finalizer to come.
    /// </returns>
    public static (uint[] ObjectAt, uint[] DominatorOf, uint Count, uint HeldCount) Of(ObjectGraph graph, CancellationToken stop)
    {
        Dominators dominators = new(graph, stop);
        return (dominators._objectAt, dominators.Compute(), dominators._count, dominators._held);
    }

    // Places in falling order: what is linked is the forest of all places from a limit on. The bucket of a place holds those whose semidominator
    // it is; an entry's link is kept where its dominator goes when it leaves the bucket.
    private uint[] Compute()
    {
        uint[] semi = _semi, ancestor = _ancestor, bucket = _bucket, firstSource = _firstSource, sources = _sources;
        uint[] dominator = _graph.Work.TakeCleared();
        uint[] label = _label = _graph.Work.Take();
        for (uint place = 0; place <= _count; place++)
            label[place] = place;
        for (uint place = _count; place > 0; place--)
        {
            if (place % CheckEvery == 0)
                _stop.ThrowIfCancellationRequested();
            uint parent = ancestor[place];
            uint best = semi[place];
            for (uint i = firstSource[place]; i < firstSource[place + 1] && best > 0; i++)
                best = Math.Min(best, semi[Lowest(sources[i], place + 1)]);
            semi[place] = best;
            if (best == parent)
                dominator[place] = parent;
            else
                (dominator[place], bucket[best]) = (bucket[best], place);

            uint entry = bucket[parent];
            bucket[parent] = 0;
            while (entry != 0)
            {
                uint next = dominator[entry];
                uint lowest = Lowest(entry, place);
                dominator[entry] = semi[lowest] < semi[entry] ? lowest : parent;
                entry = next;
            }
        }

        for (uint place = 1; place <= _count; place++)
        {
            if (dominator[place] != semi[place])
                dominator[place] = dominator[dominator[place]];
        }

        // No longer needed while the caller goes on.
        _graph.Work.Give(_semi, _ancestor, _bucket, _label, _firstSource);
        (_semi, _ancestor, _bucket, _label, _firstSource, _sources) = ([], [], [], [], [], []);
        return dominator;
    }

    // The place with the smallest semidominator from a linked place up to the top of its tree. The way up is turned around while it is climbed,
    // and shortened on the way back.
    private uint Lowest(uint place, uint firstLinked)
    {
        uint[] ancestor = _ancestor, label = _label, semi = _semi;
        if (ancestor[place] < firstLinked)
            return label[place];
        uint below = 0, at = place;
        while (ancestor[at] >= firstLinked)
        {
            uint above = ancestor[at];
            ancestor[at] = below;
            (below, at) = (at, above);
        }

        uint top = ancestor[at];
        uint lowest = label[at];
        while (below != 0)
        {
            at = below;
            below = ancestor[at];
            if (semi[lowest] < semi[label[at]])
                label[at] = lowest;
            else
                lowest = label[at];
            ancestor[at] = top;
        }

        return lowest;
    }

    // References to a smaller place, by their target. Those to a larger one come from an ancestor, whose own number is the candidate.
    private void CollectSources(uint[] placeOf)
    {
        ReadOnlySpan<uint> first = _graph.FirstReference, references = _graph.References;
        uint[] semi = _semi;
        uint[] ends = _graph.Work.TakeCleared();
        for (uint place = 1; place <= _count; place++)
        {
            if (place % CheckEvery == 0)
                _stop.ThrowIfCancellationRequested();
            int number = (int)_objectAt[place];
            for (uint i = first[number]; i < first[number + 1]; i++)
            {
                uint target = placeOf[references[(int)i]];
                if (target > place)
                    semi[target] = Math.Min(semi[target], place);
                else if (target < place && (place <= _held || target > _held))
                    ends[target]++;
            }
        }

        uint sum = 0;
        foreach (ref uint end in ends.AsSpan(0, (int)_count + 2))
            end = sum += end;
        uint[] sources = GC.AllocateUninitializedArray<uint>((int)sum);
        for (uint place = 1; place <= _count; place++)
        {
            if (place % CheckEvery == 0)
                _stop.ThrowIfCancellationRequested();
            int number = (int)_objectAt[place];
            for (uint i = first[number]; i < first[number + 1]; i++)
            {
                uint target = placeOf[references[(int)i]];
                if (target < place && (place <= _held || target > _held))
                    sources[--ends[target]] = place;
            }
        }

        (_firstSource, _sources) = (ends, sources);
    }
}
