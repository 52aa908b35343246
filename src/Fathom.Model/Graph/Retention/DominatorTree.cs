namespace Fathom.Model.Graph.Retention;

/// <summary>
/// Who would take what along: the tree of immediate dominators of all objects that are alive, with the bytes that each retains. An object retains
/// itself and all that can be reached from the roots through it only.
/// </summary>
/// <remarks>
/// Objects stand at places, from 1 to <see cref="Count"/>; place 0 is a root above all roots. A dominator has a smaller place than what it
/// dominates. A finalizer that has yet to run holds only what nothing else holds (<see cref="RootKinds.PutsOff"/>).
/// </remarks>
public sealed class DominatorTree
{
    private uint[] _objectAt;
    private uint[] _dominatorOf;

    // In units of size, of which all objects of a 64-bit heap together have fewer than 2^32 up to 32 GiB; in bytes otherwise.
    private uint[] _retainedUnits = [];
    private long[] _retainedBytes = [];

    private DominatorTree(ObjectGraph graph, uint[] objectAt, uint[] dominatorOf, uint count, uint heldCount)
    {
        Graph = graph;
        _objectAt = objectAt;
        _dominatorOf = dominatorOf;
        Count = count;
        HeldCount = heldCount;
        if (FitsUnits(graph, objectAt, count))
            _retainedUnits = graph.Work.TakeCleared();
        else
            _retainedBytes = new long[count + 1];
    }

    /// <summary>The objects.</summary>
    public ObjectGraph Graph { get; }

    /// <summary>Objects that are alive, and the last place.</summary>
    public uint Count { get; }

    /// <summary>The last place of an object that is held by more than a finalizer to come.</summary>
    public uint HeldCount { get; }

    /// <summary>Bytes of all objects that are alive.</summary>
    public long LiveBytes => RetainedBytes(0);

    /// <summary>Builds the tree of a graph.</summary>
    /// <param name="graph">The graph.</param>
    /// <param name="stop">Looked at now and then; cancelling throws <see cref="OperationCanceledException"/>.</param>
    public static DominatorTree Of(ObjectGraph graph, CancellationToken stop = default)
    {
        (uint[] objectAt, uint[] dominatorOf, uint count, uint heldCount) = Dominators.Of(graph, stop);
        DominatorTree tree = new(graph, objectAt, dominatorOf, count, heldCount);
        if (tree._retainedBytes.Length > 0)
            tree.SumBytes();
        else
            tree.SumUnits();
        return tree;
    }

    /// <summary>Gives its memory and that of its links back to the graph. It must not be used any more.</summary>
    /// <param name="children">What <see cref="Children"/> gave.</param>
    public void Release((uint[] First, uint[] Next) children)
    {
        Graph.Work.Give(_objectAt, _dominatorOf, _retainedUnits, children.First, children.Next);
        (_objectAt, _dominatorOf, _retainedUnits, _retainedBytes) = ([], [], [], []);
    }

    /// <summary>The object at a place.</summary>
    public uint ObjectAt(uint place) => _objectAt[place];

    /// <summary>The place of the immediate dominator of a place; 0 when no single object holds it.</summary>
    public uint DominatorOf(uint place) => _dominatorOf[place];

    /// <summary>Bytes that would be free if the object at a place went.</summary>
    public long RetainedBytes(uint place) =>
        _retainedBytes.Length > 0 ? _retainedBytes[place] : (long)_retainedUnits[place] * Graph.BytesPerSizeUnit;

    /// <summary>
    /// Links from each place to the first place that it dominates, and from there to the next. Places without are 0. Made anew each time; 8 bytes per
    /// object, which <see cref="Release"/> gives back.
    /// </summary>
    public (uint[] FirstChild, uint[] NextSibling) Children()
    {
        uint[] firstChild = Graph.Work.TakeCleared();
        uint[] nextSibling = Graph.Work.TakeCleared();
        for (uint place = Count; place > 0; place--)
        {
            uint dominator = _dominatorOf[place];
            nextSibling[place] = firstChild[dominator];
            firstChild[dominator] = place;
        }

        return (firstChild, nextSibling);
    }

    private static bool FitsUnits(ObjectGraph graph, uint[] objectAt, uint count)
    {
        ulong sum = 0;
        for (uint place = 1; place <= count; place++)
            sum += graph.SizeUnitsOf(objectAt[place]);
        return sum <= uint.MaxValue;
    }

    private void SumUnits()
    {
        uint[] units = _retainedUnits, objectAt = _objectAt, dominatorOf = _dominatorOf;
        for (uint place = Count; place > 0; place--)
        {
            units[place] += Graph.SizeUnitsOf(objectAt[place]);
            units[dominatorOf[place]] += units[place];
        }
    }

    private void SumBytes()
    {
        long[] bytes = _retainedBytes;
        for (uint place = Count; place > 0; place--)
        {
            bytes[place] += Graph.SizeOf(_objectAt[place]);
            bytes[_dominatorOf[place]] += bytes[place];
        }
    }
}
